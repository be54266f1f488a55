// Who does what, when a sentence says so explicitly. English.
import { namesDay } from '../dates/resolve-due-date.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { withoutEndMarks } from '../text/clean-speech.ts';
import { pattern, source } from '../text/pattern.ts';
import { isPastForm } from '../text/plain-verbs.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

export type Assignment = { readonly text: string; readonly ownerDisplayName: string | null };

/** Verbs that name no work to do, or work that ends with the meeting. */
const NO_ACTION = pattern('iu')`
  ^(?:not|never|no|be|have|see|say|think|talk|tell (?:you|us)|ask|go|come|start|begin|stop|
  show you|just|like|love|want|know|get|give you|let|\p{L}+ (?:off|away)|leave|stay|wait|hear|
  feel|need|take off)\b`;
const DOES_IT = /\bdo (?:it|that|this)\b/i;
const ASKS = pattern('i')`
  ^(?:who|(?:someone|somebody) (?:should|must|needs to|has to))\b|
  \b(?:please|(?:can|could|will|would) (?:you|someone|somebody|anyone|anybody)|
  (?:should|shall) i)\b`;
const CLAUSE = /(?:,? and |[,;:]\s*(?:and |then )?|^)(?=\p{L})/giu;
const NAME = "(?:\\p{Lu}\\p{Ll}?')?\\p{Lu}[\\p{L}.-]*";
const WHO = `(?<who>${NAME}(?: ${NAME})?|I)`;
const ASSIGNS = [
  source`
    (?:,? and (?<also>${NAME}|I))?(?: both)? ?(?:will|'ll|(?:is|are|am|'s|'m|'re) (?:gonna|
    going to|supposed to)|needs? to|ha(?:s|ve) to|(?:'s|'ve|has|have)? ?got to|
    must)(?: \p{L}+ly| also)? (?<action>\S.*)`,
  ',? (?:you|please|(?:can|could|will|would) you)(?: please)? (?<action>\\S.*)',
  /** `Bob, the slides by Friday` */
  '[,:] (?<object>(?:the|a|an|your|our|my) \\S.*)',
  /** `Bob sends the contract`: a task only beside what another person does. */
  ' (?<verb>(?!(?:am|is|has|does(?! (?:the|an?|our|my|your|both|this|it))) )\\p{Ll}+)(?<rest> \\S.*)',
].map((rest) => new RegExp(`^${WHO}${rest}$`, 'u'));
/** `Bob` of `Bob and Carol will …` */
const SUBJECT_ONLY = /^\p{L}+(?: \p{L}+)?$/u;

const ASKS_WHO = pattern('iu')`
  ^(?:who (?:can|could|will|would|wants to|would like to|is going to|is gonna|should)|who'll|
  who's (?:going to|gonna)|(?:can|could|would|will) (?:someone|somebody|anyone|anybody)|
  (?:someone|somebody) (?:should|must|needs to|has to)) (?<action>\p{L}.*)$|
  ^who (?!(?:is|was|has|does)\b)(?<does>\p{L}+[^\Wsu]s)(?<what> .*)$`;
/** `Everyone please check their pages` has no single owner. `Everyone must …` is a task only with a day. */
const ASKS_ALL = pattern('i')`
  ^(?:everyone|everybody),? (?:please|(?:can|could|will|would) you(?: please)?|
  (?<must>needs? to|has to|should|must)) (?<askedOfAll>.*)$`;
const OFFERS = /^(?:me\b|i (?:can|could|will|would)\b|i'll\b|let me\b|i'd (?:love|be happy) to\b)/i;
const REFUSES = /\b(?:not|never|\w+n't)\b/i;
const TAKES = /^i will(?! \w)|\b(?:do|take(?: care of)?|handle) (?:it|that|this|them|those|one)\b/i;
const BARE_OFFER = /^(?:me|i (?:can|could|would)|i'll|i'd (?:love|be happy) to)(?! \w)/i;
const OBJECT = /^(?:it|that|this|him|her|them|those|one)$/;
const MAX_ANSWERS = 3;
/** A sentence with a higher probability says what its speaker then promises to do. */
const LIKELY_TASK = 0.5;

/** A task for each person named in the sentence; none if only the network can tell. */
export function readAssignments(
  sentence: SpokenSentence,
  meeting: Pick<MeetingReading, 'owners' | 'sentences' | 'readings'>,
): Assignment[] {
  const { index, text, speakerRef, isQuestion } = sentence;
  const { owners, sentences } = meeting;
  const said = withoutEndMarks(text);
  // `Who can write the minutes?` `I can.`
  const { does = '', what = '', action } = ASKS_WHO.exec(said)?.groups ?? {};
  const asked = action ?? withoutEnding(does) + what;
  const taker = sentences.slice(index + 1, index + 1 + MAX_ANSWERS).find(
    (one) =>
      one.speakerRef !== speakerRef &&
      // `Who speaks German?` `I would.`
      (accepts(asked, one) ||
        (does === '' && BARE_OFFER.test(one.text) && !REFUSES.test(one.text))),
  );
  if (asked !== '' && taker !== undefined && !NO_ACTION.test(asked))
    return [{ text: asked, ownerDisplayName: owners.ofSpeaker(taker.speakerRef) }];
  const { must, askedOfAll } = ASKS_ALL.exec(said)?.groups ?? {};
  if (askedOfAll !== undefined) {
    const [isAction, isDated] = [!NO_ACTION.test(askedOfAll), namesDay(said)];
    const isTask = must === undefined ? isAction || isDated : isAction && isDated;
    if (isTask) return [{ text: said, ownerDisplayName: null }];
  }
  if (isQuestion || /^if\b/i.test(said)) return [];
  const nameOf = (who = ''): string | null =>
    who === 'I' ? owners.ofSpeaker(speakerRef) : owners.ofName(who);
  const groupsOf = (clause: string) => ASSIGNS.map((one) => one.exec(clause)?.groups).find(Boolean);
  const starts = [...said.matchAll(CLAUSE)]
    .map(({ 0: { length }, index }) => ({ end: index, start: index + length }))
    .map((place) => ({ ...place, who: groupsOf(said.slice(place.start))?.['who'] }))
    .filter(({ who }) => nameOf(who) !== null)
    .filter(({ end }, at, all) => !SUBJECT_ONLY.test(said.slice(all[at - 1]?.start ?? end, end)));
  const isList = new Set(starts.map(({ who }) => who)).size > 1;
  return starts.flatMap(({ start }, at) => {
    const clause = said.slice(start, starts[at + 1]?.end);
    const { who, also, action, object, verb = '', rest = '' } = groupsOf(clause) ?? {};
    const bare = who === 'I' ? verb : withoutEnding(verb);
    const listed = isList && bare !== '' && !isPastForm(bare) ? bare + rest : '';
    const task = action ?? object ?? listed;
    const needsDay = object !== undefined || (who === 'I' && also === undefined && !isList);
    if (task === '' || NO_ACTION.test(task) || (needsDay && !namesDay(clause))) return [];
    const isOfOwn = who === 'I' && start > 0;
    if (DOES_IT.test(task) && (isOfOwn || hasTaskBefore(sentence, meeting))) return [];
    const names = [nameOf(who), nameOf(also)].flatMap((name) => name ?? []);
    return names.map((ownerDisplayName) => ({ text: task, ownerDisplayName }));
  });
}

/** Whether the answer says that this will be done, and no more: `Who lives here?` `Me.` does not. */
export function accepts(asked: string, { text, words, isQuestion }: SpokenSentence): boolean {
  const [verb] = asked.toLowerCase().split(' ');
  const doesIt = words.some((word, at) => word === verb && OBJECT.test(words[at + 1] ?? ''));
  return !isQuestion && OFFERS.test(text) && !REFUSES.test(text) && (TAKES.test(text) || doesIt);
}

/** Whether a task that was asked for, or that the speaker has just told, is what `do it` promises. */
function hasTaskBefore(
  { index, turn }: SpokenSentence,
  { sentences, readings }: Pick<MeetingReading, 'sentences' | 'readings'>,
): boolean {
  return sentences
    .slice(Math.max(0, index - MAX_ANSWERS), index)
    .some(
      (one) =>
        ASKS.test(one.text) ||
        (one.turn === turn && (readings[one.index]?.tasks ?? 0) > LIKELY_TASK),
    );
}

/** `send` of `sends`; empty for a word without this ending. */
function withoutEnding(verb: string): string {
  if (!/[^su]s$/.test(verb)) return '';
  return verb.replace(/ies$/, 'y').replace(/(?<=sh|ch|x|z|ss|o)es$|s$/, '');
}
