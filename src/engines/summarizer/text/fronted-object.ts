// `My cousin I'll visit on Sunday`: what is spoken of comes first and belongs behind the verb. English.

const THING =
  /^(?:(?:and|so|but|then|well|okay|now),?\s+)*((?:the|my|our|your|his|her|their|this|these|those|all the|both)(?:\s+[\p{L}'-]+){1,5}),?$/iu;
/** A sentence of its own, or words that say when or how. */
const OTHERWISE =
  /\b(?:is|are|was|were|has|have|had|do|does|did|need|needs|want|wants|go|goes|can|could|will|would|should|day|week|month|year|time|morning|afternoon|evening|night|weekend|minute|second|moment|way|point|case|thing|\w+day|i|you|we|he|she|they|it|who|which|what|when|where|how|if|because|cause|so|then|said|says|think|means)\b|'(?:s|re|ve|ll|d|m)(?=\s+\p{L}+(?:ing|ed)\b)/iu;
const VERB_ALONE =
  /^(\p{L}+(?:\s+(?:up|down|off|out|over|back|round|away))?)(?=\s*(?:$|[,.]|\s(?:myself|on|at|by|before|after|when|once|to|with|from|in|into|for|then|now|today|tonight|tomorrow|this|next|personally|later|as|first|\w+day)\b))/iu;

/** The verb phrase with the thing that stands before the promise; null where none does or the verb has its own. */
export function withFrontedObject(opening: string, verbPhrase: string): string | null {
  const thing = THING.exec(opening.trim())?.[1];
  const verb = VERB_ALONE.exec(verbPhrase)?.[1];
  if (thing === undefined || verb === undefined || OTHERWISE.test(thing)) return null;
  const lowered = thing.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  return `${verb} ${lowered}${verbPhrase.slice(verb.length)}`;
}

/** `The bins, I'll do` is one clause, though a comma parts it. */
export function joinFronted(clauses: readonly string[]): string[] {
  const joined: string[] = [];
  for (const clause of clauses) {
    const before = joined.at(-1);
    const fronted =
      before !== undefined && THING.test(before) && !OTHERWISE.test(THING.exec(before)?.[1] ?? '');
    if (fronted && /^i(?:'ll| will| can)\b/i.test(clause))
      joined[joined.length - 1] = `${before} ${clause}`;
    else joined.push(clause);
  }
  return joined;
}
