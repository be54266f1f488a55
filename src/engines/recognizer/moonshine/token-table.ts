import { readFileSync } from 'node:fs';

/** Stands for the space before a word. */
const SPACE = '▁';

export type TokenTable = {
  /** The text that tokens of words make; spaces at its ends tell where words begin and end. */
  textOf(tokens: readonly number[]): string;
  /** The bytes of a token's text in UTF-8, a character each. */
  charactersOf(token: number): string;
  /** The token with these bytes. */
  numberOf(characters: string): number | undefined;
};

/** Reads a table of tokens in base64, one a line with its number. */
export function readTokenTable(path: string): TokenTable {
  const bytesOf: Buffer[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [token, number] = line.split('\t');
    if (token !== undefined && number !== undefined)
      bytesOf[Number(number)] = bytesIn(Buffer.from(token, 'base64'));
  }
  const space = Buffer.from(SPACE).toString('latin1');
  const characters = bytesOf.map((bytes) => bytes.toString('latin1').replaceAll(space, ' '));
  const numbers = new Map(characters.map((text, number) => [text, number]));
  return {
    textOf: (tokens) =>
      Buffer.concat(tokens.map((token) => bytesOf[token] ?? Buffer.alloc(0)))
        .toString()
        .replaceAll(SPACE, ' '),
    charactersOf: (token) => characters[token] ?? '',
    numberOf: (text) => numbers.get(text),
  };
}

/** Names in brackets stand for nothing that is said. */
function bytesIn(token: Buffer): Buffer {
  return /^<.+>$/.test(token.toString()) ? Buffer.alloc(0) : token;
}
