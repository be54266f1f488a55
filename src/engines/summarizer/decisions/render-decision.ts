// A decision as the summary shows it. English.
import type { FoundDecision } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { splitAntecedent } from '../references/with-antecedent.ts';
import { capitalize } from '../text/clean-speech.ts';
import { SAYS_I_OR_YOU, shiftPronouns } from '../text/shift-pronouns.ts';

/** Above the weight of any false decision in the meetings left out when fitting long talks. */
const SURE_IN_LONG_TALK = 2.8;
const ASIDE = /,? then(?=,)|,?\s+(?:i'd say|i think|i guess)(?=$|[,.])/gi;

export function renderDecision(item: FoundDecision, meeting: MeetingReading): string {
  const { text, at } = item;
  const { owners, sentences } = meeting;
  const speaker = owners.ofSpeaker(sentences[at]?.speakerRef ?? null);
  if (!isSure(item, meeting)) return speaker === null ? text : `${speaker}: ${text}`;
  const [words, antecedent] = splitAntecedent(text);
  const told = words.replace(ASIDE, '');
  if (speaker === null || !SAYS_I_OR_YOU.test(told)) return told + antecedent;
  const shifted = capitalize(shiftPronouns(told, { speaker, owner: null, listener: null }));
  return (SAYS_I_OR_YOU.test(shifted) ? `${speaker}: ${told}` : shifted) + antecedent;
}

/** Whether a decision can be stated without the name of who said it. */
export function isSure({ sureness }: FoundDecision, { longTalk }: MeetingReading): boolean {
  return longTalk === null || sureness >= SURE_IN_LONG_TALK;
}
