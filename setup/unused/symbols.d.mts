export function removeSymbols(path: string): void;
