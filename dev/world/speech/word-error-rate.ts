const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('-', ' ')
    .replaceAll(/[^\p{L}\p{N}' ]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean);

/** Substitutions, deletions and insertions of the shortest edit, divided by the number of reference words. */
export function wordErrorRate(reference: string, heard: string): number {
  const said = words(reference);
  const got = words(heard);
  let row = got.map((_, j) => j + 1);
  said.forEach((word, i) => {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      const cost = Math.min(left + 1, above + 1, diagonal + (word === got[j] ? 0 : 1));
      diagonal = above;
      left = cost;
      return cost;
    });
  });
  return (row.at(-1) ?? said.length) / Math.max(1, said.length);
}
