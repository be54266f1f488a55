/** Cuts words into the pieces that the model knows (WordPiece, uncased). */
export type WordPieces = {
  readonly idOf: (special: string) => number;
  readonly cut: (text: string) => number[];
};

const MAX_WORD = 60;
const PUNCTUATION = /[\p{P}$+<=>^`|~]/u;
const PARTS = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

export function wordPieces(vocabulary: readonly string[]): WordPieces {
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]));
  const idOf = (special: string): number => {
    const id = ids.get(special);
    if (id === undefined) throw new Error(`The vocabulary of the turns model holds no ${special}`);
    return id;
  };
  const unknown = idOf('[UNK]');
  return {
    idOf,
    cut: (text) =>
      (fold(text).match(PARTS) ?? []).flatMap((part) =>
        PUNCTUATION.test(part) ? [ids.get(part) ?? unknown] : (piecesOf(part, ids) ?? [unknown]),
      ),
  };
}

/** Lower case without accents. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

/** The longest known pieces from left to right; null if some part is unknown. */
function piecesOf(word: string, ids: ReadonlyMap<string, number>): number[] | null {
  if (word.length > MAX_WORD) return null;
  const pieces: number[] = [];
  for (let from = 0; from < word.length;) {
    let to = word.length;
    let id: number | undefined;
    for (; to > from; to -= 1) {
      id = ids.get((from > 0 ? '##' : '') + word.slice(from, to));
      if (id !== undefined) break;
    }
    if (id === undefined) return null;
    pieces.push(id);
    from = to;
  }
  return pieces;
}
