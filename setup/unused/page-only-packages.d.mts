export type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

export function pageOnlyPackages(lockfile: { packages: Record<string, LockedPackage> }): string[];
