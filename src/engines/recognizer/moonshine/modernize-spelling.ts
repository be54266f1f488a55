const OLD_DAYS = /\b(to)-(day|morrow|night)\b/gi;
/** `any one` stays two words when it counts something: `any one of them`, `any one day`. */
const AFTER_ONE = [
  'else|who|that|to|for|in|on|at|from|with|here|there|and|or|but',
  'is|was|has|had|have|can|could|will|would|should|must',
  'knows?|wants?|needs?|thinks?|says?|said|got|agrees?',
].join('|');
const ONE = new RegExp(`\\b(some|any|every) one\\b(?='s\\b|[.,;:!?]|$| (?:${AFTER_ONE})\\b)`, 'gi');

/** The embedded model learned much of its English from old books: `to-day` is `today`, `some one` is `someone`. */
export function modernizeSpelling(text: string): string {
  return text.replace(OLD_DAYS, '$1$2').replace(ONE, '$1one');
}
