export function removeUnusedFiles(nodeModules: string): void;
export function removeDevelopersFiles(
  nodeModules: string,
  lockfile: { packages: Record<string, object> },
): void;
