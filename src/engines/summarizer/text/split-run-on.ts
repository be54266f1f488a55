// Where unpunctuated talk runs on into another clause. English.

const NEXT_CLAUSE =
  "i(?:'ll|'m|'d|'ve)|i (?:can|could|will|would|am|need|want|feel|think|hope|said|told|don't|won't|just|do it)|you(?:'ll|'re|'d|'ve)|you (?:can|could|did|know|were|have to)|we(?:'ll|'re|'ve|'d)|we (?:can|could|will|need|should|only|never)|it(?:'s|'ll|'d)|it (?:is|was|has|goes|comes|would|works)|that(?:'s|'ll|'d)|that (?:is|was|would)|there(?:'s| is| are| was)|(?:he|she|they)(?:'s|'ll|'re|'ve|'d)|(?:he|she|they) (?:is|are|was|were|can|could|will|would|don't|doesn't|said|need|needs|want|wants|close|closes|open|opens)|(?:would|will|could|can|do|did|have|are|shall|should) (?:you|we|i|they)|is (?:that|it) (?:ok|okay|all right|alright|fine)|(?:thank you|thanks|love it|good man|no problem|any objections|all right|is that okay)";
/** After these the next words belong to the same clause. */
const LEADS_ON =
  'that|if|whether|what|whatever|how|when|where|why|who|which|because|cause|cos|since|says?|said|thinks?|sure|know|knows|hope|guess|see|check|ask|tell|tells|told|and|or|but|so|than|as|until|till|unless|before|after|once|while|though|although|with|for|to|of|in|on|at|by|from|about|like|the|a|an|my|our|your|is|are|was|everything|anything|all|every|time|way|day|one|ones|stuff|things?|\\w+ (?:him|her|them|us|me)';
const SEAM = new RegExp(`(?<!\\b(?:${LEADS_ON}))\\s+(?=(?:${NEXT_CLAUSE})(?![\\p{L}']))`, 'iu');
/** `… doesn't care that it's cheaper take the eight`: a deed that nobody is named for opens a clause of its own. */
const DEED = new RegExp(
  `(?<=(?:^|\\s)(?!(?:${LEADS_ON})\\s)(?!(?:to|can|could|will|would|should|must|may|might|do|does|did|\\p{L}+n't|i|we|you|they|he|she|it|who|not|never|just|please|let's|let|gonna|always|only|all|i'll|we'll|you'll|they'll|he'll|she'll|i'd|we'd|you'd|first|next|last|no|any|some|this|these|those|his|her|their|what)\\s)[\\p{L}'-]+)\\s+(?=(?:add|book|bring|burn|buy|cancel|change|close|cut|destroy|drop|fix|give|keep|leave|load|make|mend|move|order|paint|pay|put|raise|remove|replace|sell|send|shorten|show|skip|start|stop|swap|take|try|use|write) (?:the|it|them|that|those|these|my|our|your|a|an)\\b)`,
  'giu',
);
const NEXT = new RegExp(SEAM.source, 'giu');
const INTERJECTION =
  /(?<!\b(?:is|are|was|were|be|been|am|it's|that's|we're|you're|they're|i'm|he's|she's|sounds?|feels?|looks?|seems?|all|so|not|the|a|an|say|says|said|and|or|but|oh|going|doing|with|by))\s+(?=(?:yeah|yep|nah|okay|alright|righto)\s)/giu;
const LEAST_WORDS = 3;
const SHORTEST_RUN_ON_WORDS = 8;
const LEAST_CLAUSE_WORDS = 2;

/** All clauses of words without any punctuation; the words as they are where they are few. */
export function clausesOf(text: string): string[] {
  if (/[,.;:!?]/.test(text) || text.split(' ').length < SHORTEST_RUN_ON_WORDS) return [text];
  const seams = [...text.matchAll(NEXT), ...text.matchAll(DEED), ...text.matchAll(INTERJECTION)]
    .map((seam) => seam.index)
    .toSorted((a, b) => a - b);
  const clauses: string[] = [];
  let from = 0;
  for (const seam of [...seams, text.length]) {
    const clause = text.slice(from, seam).trim();
    if (seam < text.length && clause.split(' ').length < LEAST_CLAUSE_WORDS) continue;
    clauses.push(clause);
    from = seam;
  }
  return clauses.filter((clause) => clause !== '');
}

/** The first clause of words without any punctuation; the words as they are where it would be too short. */
export function cutRunOn(text: string): string {
  if (/[,.;:!?]/.test(text)) return text;
  const seam = SEAM.exec(text);
  const first =
    seam === null
      ? text
      : text.slice(0, seam.index).replace(/\s+(?:and|but|so|then|no|yes|okay|yeah|well)$/i, '');
  return first.split(' ').length >= LEAST_WORDS ? first : text;
}
