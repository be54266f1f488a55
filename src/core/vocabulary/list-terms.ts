/** Bounded, since every request to the recognizer carries them. */
const MAX_TERMS = 400;
const MAX_TERM_LENGTH = 60;
/** Shorter words in names and titles are too often ordinary words. */
const MIN_WORD_LENGTH = 3;

/** What is likely to be said in a meeting, the most important first. Pure. */
export function listTerms(meeting: {
  vocabulary: readonly string[];
  names: readonly string[];
  title: string;
}): string[] {
  const terms = [
    ...meeting.vocabulary.map((term) => term.trim()).filter((term) => term !== ''),
    ...meeting.names.flatMap(wordsOf),
    ...wordsOf(meeting.title),
  ];
  return [...new Set(terms.filter(({ length }) => length <= MAX_TERM_LENGTH))].slice(0, MAX_TERMS);
}

function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  return words.filter(({ length }) => length >= MIN_WORD_LENGTH);
}
