import { readFileSync } from 'node:fs';

/** Stands for the space before a word. */
const SPACE = '▁';

/** Reads a table of pieces in base64, one a line with its number; gives the text that pieces make. */
export function readPieces(path: string): (pieces: readonly number[]) => string {
  const bytesOf: Buffer[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [piece, number] = line.split('\t');
    if (piece !== undefined && number !== undefined) bytesOf[Number(number)] = bytesIn(Buffer.from(piece, 'base64'));
  }
  return (pieces) =>
    Buffer.concat(pieces.map((piece) => bytesOf[piece] ?? Buffer.alloc(0)))
      .toString()
      .replaceAll(SPACE, ' ')
      .trim();
}

/** Names in brackets stand for nothing that is said. */
function bytesIn(piece: Buffer): Buffer {
  return /^<.+>$/.test(piece.toString()) ? Buffer.alloc(0) : piece;
}
