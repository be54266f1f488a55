import { readFileSync } from 'node:fs';

/** Represents the space before a word. */
const SPACE = '▁';

export type TokenTable = {
  /** The text of word tokens. Spaces at its ends show where words begin and end. */
  textOf(tokens: readonly number[]): string;
  /** The UTF-8 bytes of a token's text, one character each. */
  charactersOf(token: number): string;
  /** The token with these bytes. */
  numberOf(characters: string): number | undefined;
  /** The tokens with which the model writes these bytes; none if the table lacks one of them. */
  tokensIn(characters: string): number[];
};

/** Reads a table of base64 tokens, one per line with its number. */
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
    tokensIn: (text) => mergeTokens(text, numbers),
  };
}

/** Byte pair encoding: merges neighbors, in the order of their tokens in the table. */
export function mergeTokens(text: string, numbers: ReadonlyMap<string, number>): number[] {
  const letters = [...Buffer.from(text, 'latin1').toString()];
  const parts = letters.map((letter) => Buffer.from(letter).toString('latin1'));
  for (;;) {
    const merged = parts.slice(1).map((part, i) => numbers.get(`${parts[i]}${part}`) ?? Infinity);
    const first = Math.min(...merged);
    if (first === Infinity) break;
    const at = merged.indexOf(first);
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
  const tokens = parts.flatMap((part) => numbers.get(part) ?? []);
  return tokens.length === parts.length ? tokens : [];
}

/** Names in brackets represent no speech. */
function bytesIn(token: Buffer): Buffer {
  return /^<.+>$/.test(token.toString()) ? Buffer.alloc(0) : token;
}
