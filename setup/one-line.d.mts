export function oneLine(error: unknown): string;
