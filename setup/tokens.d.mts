export function tokensFromTokenizer(bytes: Uint8Array, count?: number): string;
