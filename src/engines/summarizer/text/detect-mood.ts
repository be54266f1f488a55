// Whether a sentence only asks, wishes, supposes or tells of the past. English.

const QUESTION_OPENING =
  /^(?:(?:\w+,\s+|(?!(?:this|that|there|here|it|he|she|they|i|we|you|who|which|everybody|everyone|nobody|then|so)\b)\w+\s+(?=(?:can|could|would|will|shall|should)\s+(?:you|we|i)\b))?(?:can|could|would|will|shall|should|do|does|did|is|are|was|were|have|has|had|may|am|might)(?:n't)?\s+(?:i|we|you|he|she|they|it|that|this|there|the|anyone|anybody|someone|somebody|everyone|our|your|my|any)\b|(?:what|who|whom|whose|why|how|where|which)\b|(?:by|until|since) when\b|when[?.]?$|when(?:'s|\s+(?:is|are|do|does|did|can|will|would|should))\b|(?:any|what about|how about|shall)\b)/i;
const CONDITION =
  /\b(?:if|unless|provided(?: that)?|assuming|in case|suppose|supposing|as long as|depending on|depends on|whether|otherwise|would have|had we)\b/i;
const WISH =
  /\b(?:wish|hope|hoping|hopefully|maybe|perhaps|might|possibly|probably|would be (?:nice|good|great|better|lovely)|(?:i|we|you|he|she|they)(?:'d| would) (?:like|love|prefer|rather|want)|ideally|could|would|one day|someday|some day|at some point|not sure|i guess|imagine|dream|think about it|tempted|consider|considering)\b/i;
const PAST_FRAME =
  /\b(?:last (?:week|month|year|time|meeting|quarter|sprint|monday|tuesday|wednesday|thursday|friday|night|summer|winter|spring)|yesterday|ago|back then|back in|in the past|originally|previously|at the time|used to|the other day|that (?:night|day|time|year|summer|winter|evening|week)|in (?:19|20)\d\d)\b/i;
const REPORTED =
  /\b(?:he|she|they|people|someone|somebody|everyone|customers?|competitors?)\s+(?:said|says|told|decided|agreed|thought|claimed|asked|promised)\b|\bi (?:said|told|was told|heard|read)\b/i;
const SPENT = /\b(?:already|just) (?:\w+ed|sent|did|done|wrote|made|gave|told|found)\b/i;

const POLITE =
  /,?\s*\bif (?:(?:that|it)(?:'s| is) (?:okay|ok|alright|all right|fine|good)(?: (?:with|by|for) \w+)?|(?:nobody|no one) (?:objects|minds|disagrees)|(?:everyone|everybody|you)(?:'s| is|'re| are| all)* (?:okay|ok|fine|happy|agrees?|good)(?: with (?:that|it|this))?|you (?:don't mind|like|want))(?=[\s.,!?]*$)/i;

/** Without the `if that's okay` that binds nothing. */
export function withoutCourtesy(text: string): string {
  return text.replace(POLITE, '');
}

/** True for a sentence that asks, with or without its question mark. */
export function isSpokenQuestion(text: string): boolean {
  if (/\?["')\]]*$/.test(text)) return true;
  return !/[.!]["')\]]*$/.test(text) && QUESTION_OPENING.test(text);
}

/** True when what is said holds only under a condition. */
export function isConditional(text: string): boolean {
  return CONDITION.test(
    text.replace(
      /\b(?:see|check|find out|ask|know|figure out|look|verify|test|confirm)(?: \w+){0,4} (?:if|whether)\b/gi,
      ' ',
    ),
  );
}

/** True for hopes, preferences and guesses. */
export function isWish(text: string): boolean {
  return WISH.test(text);
}

/** True when the sentence tells of something before this meeting or of other people's words. */
export function isNarrated(text: string): boolean {
  return PAST_FRAME.test(text) || REPORTED.test(text) || SPENT.test(text);
}
