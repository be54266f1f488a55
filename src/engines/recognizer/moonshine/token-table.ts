import { readFileSync } from 'node:fs';

/** Stands for the space before a word. */
const SPACE = '▁';

/** The text that tokens of words make; spaces at its ends tell where words begin and end. */
export type TextOf = (tokens: readonly number[]) => string;

/** Reads a table of tokens in base64, one a line with its number. */
export function readTokenTable(path: string): TextOf {
  const bytesOf: Buffer[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [token, number] = line.split('\t');
    if (token !== undefined && number !== undefined)
      bytesOf[Number(number)] = bytesIn(Buffer.from(token, 'base64'));
  }
  return (tokens) =>
    Buffer.concat(tokens.map((token) => bytesOf[token] ?? Buffer.alloc(0)))
      .toString()
      .replaceAll(SPACE, ' ');
}

/** Names in brackets stand for nothing that is said. */
function bytesIn(token: Buffer): Buffer {
  return /^<.+>$/.test(token.toString()) ? Buffer.alloc(0) : token;
}
