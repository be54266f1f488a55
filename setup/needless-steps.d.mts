export function environment(): Record<string, string | undefined>;
export function needlessSteps(env: Record<string, string | undefined>): Set<string>;
