const SUBJECT =
  "(?:i'll|i will|i'm going to|i am going to|i can|let me|we'll|we will|we decided|we agreed|we're|let's|i'd like|i'd ask|i want|i'm going to|you|you'll|can you|could you|would you|will you|please|\\p{L}[\\p{L}'-]*(?: (?:will|is going to|needs to|has to|takes|owns|can you|could you|please)|'ll))";
const SEAM = new RegExp(
  `(?:,?\\s+(?:and then|and|but|while|so|then|whereas)|[,;:–—])\\s+(?=(?:also |then )?${SUBJECT}(?![\\p{L}']))|,\\s+(?=\\p{Lu}\\p{Ll}+,\\s+(?:can|could|would|will|please|you)\\b)`,
  'giu',
);
/** A clause that only hangs on its neighbour must not be cut off from it. */
const HANGING =
  /\b(?:if|unless|when|once|because|although|whether|said|says|told|think|thought|hope|wish|know|as soon as|after|before|assuming|until)\b[^,]*$/i;

/** One clause an undertaking: `I'll write the tests and Bob will fix the build` gives two. */
export function splitClauses(text: string): string[] {
  const clauses: string[] = [];
  let from = 0;
  for (const seam of text.matchAll(SEAM)) {
    const head = text.slice(from, seam.index);
    if (HANGING.test(head) || !/\s/.test(head.trim())) continue;
    clauses.push(head.trim());
    from = seam.index + seam[0].length;
  }
  clauses.push(text.slice(from).trim());
  return clauses.filter((clause) => clause !== '');
}
