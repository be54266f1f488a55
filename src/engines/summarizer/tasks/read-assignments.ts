// Who does what, when a sentence says so explicitly. English.
import { namesDay } from '../dates/resolve-due-date.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { OwnerFinder } from './owner-names.ts';
import { pattern, source } from '../text/pattern.ts';

export type Assignment = { readonly text: string; readonly ownerDisplayName: string | null };

const DUTY = source`
  (?:will|'ll|(?:is|are|am|'s|'m|'re) (?:gonna|going to|supposed to)|needs? to|ha(?:s|ve) to|
  (?:'s|'ve|has|have)? ?got to|must)`;
/** Verbs that name no work to do, or work that ends with the meeting. */
const NO_DEED = pattern('iu')`
  ^(?:not|never|no|be|have|see|say|think|talk|tell (?:you|us)|ask|go|come|start|begin|stop|
  show you|just|like|love|want|know|get|give you|let|\p{L}+ (?:off|away)|leave|stay|wait|hear|
  feel|need|take off)\b`;
const CLAUSE = /(?:,? and |[,;:]\s*(?:and |then )?|^)(?=\p{L})/giu;
const WHO = '(?<who>\\p{Lu}[\\p{L}.-]*(?: \\p{Lu}[\\p{L}.-]*)?|I)';
const ALSO = '(?:,? and (?<also>\\p{Lu}[\\p{L}.-]*|I))?';
const DUTIES = new RegExp(
  `^${WHO}${ALSO}(?: both)? ?(?<duty>${DUTY})(?: \\p{L}+ly| also)? (?<deed>\\S.*)$`,
  'u',
);
const TOLD = new RegExp(
  `^${WHO},? (?:you|please|(?:can|could|will|would) you)(?: please)? (?<deed>\\S.*)$`,
  'u',
);
/** `Bob sends the contract`: a task only in a list of such clauses. */
const LISTED = new RegExp(`^${WHO} (?<deed>\\p{Ll}+) (?<rest>\\S.*)$`, 'u');
/** `Bob, the slides by Friday` */
const DATED_THING = new RegExp(`^${WHO}[,:] (?<deed>(?:the|a|an|your|our|my) \\S.*)$`, 'u');
/** `Bob` of `Bob and Carol will …` */
const SUBJECT_ONLY = /^\p{L}+(?: \p{L}+)?$/u;
const ASKS_WHO = pattern('iu')`
  ^(?:who (?:can|could|will|would|wants to|would like to|is going to|is gonna|should)|(?:can|
  could|would|will) (?:someone|somebody|anyone|anybody)) (?<deed>\p{L}.*)$`;
const OFFERS = /^(?:me\b|i (?:can|could|will|would)\b|i'll\b|let me\b|i'd (?:love|be happy) to\b)/i;
const REFUSES = /\b(?:not|never|\w+n't)\b/i;
const MAX_ANSWERS = 3;

/** A task for each person named in the sentence or taking it up in an answer; none if only the network can tell. */
export function readAssignments(sentence: SpokenSentence, meeting: MeetingReading): Assignment[] {
  const said = sentence.text.replace(/[\s,.;:!?]+$/, '');
  const taken = takenUp(said, sentence, meeting);
  if (taken !== null) return [taken];
  if (sentence.isQuestion || /^if\b/i.test(said)) return [];
  const clauses = clausesOf(said, meeting.owners);
  const people = new Set(clauses.map((clause) => /^\p{L}+/u.exec(clause)?.[0]));
  const isList = people.size > 1;
  return clauses.flatMap((clause) => assignmentsIn(clause, isList, sentence, meeting.owners));
}

/** `Who can write the minutes?` `I can.` */
function takenUp(
  said: string,
  sentence: SpokenSentence,
  { sentences, owners }: MeetingReading,
): Assignment | null {
  const deed = ASKS_WHO.exec(said)?.groups?.['deed'];
  if (deed === undefined || NO_DEED.test(deed)) return null;
  const answers = sentences.slice(sentence.index + 1, sentence.index + 1 + MAX_ANSWERS);
  const taker = answers.find(
    ({ text, speakerRef }) =>
      speakerRef !== sentence.speakerRef && OFFERS.test(text) && !REFUSES.test(text),
  );
  return taker === undefined
    ? null
    : { text: deed, ownerDisplayName: owners.ofSpeaker(taker.speakerRef) };
}

/** Cut before each person who is named as doing something. */
function clausesOf(said: string, owners: OwnerFinder): string[] {
  const starts = [...said.matchAll(CLAUSE)]
    .map((found) => ({ end: found.index, start: found.index + found[0].length }))
    .filter(({ start }) => {
      const clause = said.slice(start);
      const found =
        DUTIES.exec(clause) ?? TOLD.exec(clause) ?? LISTED.exec(clause) ?? DATED_THING.exec(clause);
      const who = found?.groups?.['who'];
      return who !== undefined && (who === 'I' || owners.ofName(who) !== null);
    })
    .filter(({ end }, at, all) => !SUBJECT_ONLY.test(said.slice(all[at - 1]?.start ?? end, end)));
  return starts.map(({ start }, at) => said.slice(start, starts[at + 1]?.end));
}

function assignmentsIn(
  clause: string,
  isList: boolean,
  sentence: SpokenSentence,
  owners: OwnerFinder,
): Assignment[] {
  const nameOf = (who: string | undefined): string | null =>
    who === 'I' ? owners.ofSpeaker(sentence.speakerRef) : owners.ofName(who ?? '');
  const found = DUTIES.exec(clause)?.groups ?? TOLD.exec(clause)?.groups;
  if (found !== undefined) {
    const deed = found['deed'] ?? '';
    const owner = nameOf(found['who']);
    const isOwn = found['who'] === 'I' && found['also'] === undefined;
    if (NO_DEED.test(deed) || owner === null || (isOwn && !isList && !namesDay(deed))) return [];
    const also = nameOf(found['also']);
    return [owner, ...(also === null ? [] : [also])].map((name) => ({
      text: deed,
      ownerDisplayName: name,
    }));
  }
  const thing = DATED_THING.exec(clause)?.groups;
  const owner = nameOf(thing?.['who']);
  if (thing !== undefined && owner !== null && namesDay(clause))
    return [{ text: thing['deed'] ?? '', ownerDisplayName: owner }];
  return isList ? listed(clause, nameOf) : [];
}

/** `Carol checks the figures`, `I call the bank`. */
function listed(clause: string, nameOf: (who: string | undefined) => string | null): Assignment[] {
  const { who, deed = '', rest = '' } = LISTED.exec(clause)?.groups ?? {};
  const owner = nameOf(who);
  const verb = who === 'I' && !PAST.test(deed) ? deed : withoutEnding(deed);
  if (owner === null || verb === null || NO_DEED.test(`${verb} `)) return [];
  return [{ text: `${verb} ${rest}`, ownerDisplayName: owner }];
}

const PAST =
  /ed$|^(?:am|was|had|did|said|went|came|got|made|saw|told|took|gave|found|thought|knew|felt|left|sent|kept|met|ran)$/;

/** `send` of `sends`; null for a word that is not a verb in the third person. */
function withoutEnding(word: string): string | null {
  if (
    !/[^su]s$/.test(word) ||
    /^(?:is|was|has|does|says|thinks|wants|knows|likes|needs)$/.test(word)
  )
    return null;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:sh|ch|x|z|ss|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
