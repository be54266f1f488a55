// Whether a sentence is only a question. English.

import { pattern } from './pattern.ts';
const QUESTION_OPENING = pattern('i')`
  ^(?:(?:\w+,\s+|(?!(?:this|that|there|here|it|he|she|they|i|we|you|who|which|everybody|
  everyone|nobody|then|so)\b)\w+\s+(?=(?:can|could|would|will|shall|should)\s+(?:you|we|
  i)\b))?(?:can|could|would|will|shall|should|do|does|did|is|are|was|were|have|has|had|may|am|
  might)(?:n't)?\s+(?:i|we|you|he|she|they|it|that|this|there|the|anyone|anybody|someone|
  somebody|everyone|our|your|my|any)\b|(?:what|who|whom|whose|why|how|where|which)\b|(?:by|
  until|since) when\b|when[?.]?$|when(?:'s|\s+(?:is|are|do|does|did|can|will|would|should))\b|
  (?:any|what about|how about|shall)\b)`;
const POLITE = pattern('i')`
  ,?\s*\bif (?:(?:that|it)(?:'s| is) (?:okay|ok|alright|all right|fine|good)(?: (?:with|by|
  for) \w+)?|(?:nobody|no one) (?:objects|minds|disagrees)|(?:everyone|everybody|you)(?:'s| is|
  're| are| all)* (?:okay|ok|fine|happy|agrees?|good)(?: with (?:that|it|this))?|
  you (?:don't mind|like|want))(?=[\s.,!?]*$)`;

/** Without the `if that's okay` that binds nothing. */
export function withoutCourtesy(text: string): string {
  return text.replace(POLITE, '');
}

/** True for a question, with or without a question mark. */
export function isSpokenQuestion(text: string): boolean {
  if (/\?["')\]]*$/.test(text)) return true;
  return !/[.!]["')\]]*$/.test(text) && QUESTION_OPENING.test(text);
}
