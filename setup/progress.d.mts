/** A number of bytes for people: `12 MB`. */
export function size(bytes: number): string;
