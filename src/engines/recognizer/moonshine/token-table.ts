import { readFileSync } from 'node:fs';

/** Stands for the space before a word. */
const SPACE = '▁';

/** The text that pieces of words make; spaces at its ends tell where words begin and end. */
export type TextOf = (pieces: readonly number[]) => string;

/** Reads a table of pieces in base64, one a line with its number. */
export function readPieces(path: string): TextOf {
  const bytesOf: Buffer[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [piece, number] = line.split('\t');
    if (piece !== undefined && number !== undefined)
      bytesOf[Number(number)] = bytesIn(Buffer.from(piece, 'base64'));
  }
  return (pieces) =>
    Buffer.concat(pieces.map((piece) => bytesOf[piece] ?? Buffer.alloc(0)))
      .toString()
      .replaceAll(SPACE, ' ');
}

/** Names in brackets stand for nothing that is said. */
function bytesIn(piece: Buffer): Buffer {
  return /^<.+>$/.test(piece.toString()) ? Buffer.alloc(0) : piece;
}
