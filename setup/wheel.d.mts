export function fetchWheel(
  requirement: string,
  folder: string,
  stepName: string,
  platform?: string,
): Promise<string>;
