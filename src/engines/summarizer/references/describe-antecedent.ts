// What a task is about where its own words only point, as a short clause that was said near it. English.
import { contentWords, wordsOf } from '../text/content-words.ts';
import { personAt } from '../text/named-people.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { MOST_WORDS, shortClause } from '../text/short-clause.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

export interface Matter {
  readonly text: string;
  readonly segmentRefs: readonly string[];
}

interface Candidate {
  readonly act: SpeechAct;
  /** The words of it that may say what the task is about. */
  readonly source: string;
  /** Where they name somebody; -1 for nobody. */
  readonly who: number;
  readonly score: number;
}

/** Fitted to where annotated meetings name what a pronoun stands for: by sentences back from the task. */
const NEARNESS = [0.2, 1.2, 1.2, 0.75, 0.45, -0.4, -0.4, -1.7, -1.7, -1.7, -1.7, -1.7, -1.7];
const NEXT = -1.5;
const WEIGHTS = {
  share: 0.8,
  words: 1.6,
  sameTurn: 0.9,
  asked: 0.9,
  person: 0.6,
  group: -1,
  article: 0.5,
};
/** The model's judgement of a sentence counts from here. */
const LEAST_SHARE = 0.01;
const ARTICLE = /\b(?:the|an?|my|our|your|some|no)\b/i;
const PERSONAL = /\b(?:him|her|them|'em|he|she|they)\b/i;
const ONE_PERSON =
  /\b(?:him|he|she)\b|\bher\b(?=$|[.,]| (?:to|in|on|at|by|as|with|for|from|up|out|over|before|after|when|and|into|back|round|down|off|first|straight|now|too|again|what|if|about)\b)/i;
/** So many words find the task in its sentence; what follows may have been cut. */
const OPENING_WORDS = 3;
const MOST_SENTENCES = 2;
/** `Gladly`, `Lovely job` */
const MOST_ASSENT_WORDS = 2;
/** A second sentence joins the best where it is hardly less likely. */
const MOST_BEHIND = 2;

/** Null where nothing near says it. The speakers' names mostly only call them. */
export function tellMatter(
  acts: readonly SpeechAct[],
  { at, ownerDisplayName }: { readonly at: number; readonly ownerDisplayName: string | null },
  reading: TurnReading | null | undefined,
  wording: string,
  speakers: readonly string[],
): Matter | null {
  const names = speakers.flatMap(wordsOf);
  const called = PERSONAL.test(wording) ? wordsOf(ownerDisplayName ?? '') : names;
  const held = new Set([...contentWords(wording), ...called.flatMap((name) => contentWords(name))]);
  const found: (Matter & { readonly score: number; readonly at: number })[] = [];
  let best: (typeof found)[number] | undefined;
  for (const one of candidates(acts, at, reading, wording, new Set(names)).toSorted(
    (a, b) => b.score - a.score,
  )) {
    const text = shortClause(one.source, held, one.who);
    if (text === null || (one.act.agrees && wordsOf(text).length <= MOST_ASSENT_WORDS)) continue;
    const clause = {
      text,
      segmentRefs: one.act.sentence.segmentRefs,
      score: one.score,
      at: one.act.sentence.index,
    };
    found.push(clause);
    if (one.who >= 0 || !ONE_PERSON.test(wording)) best ??= clause;
    if (best !== undefined && found.length > MOST_SENTENCES) break;
  }
  if (best === undefined) return null;
  const known = new Set([...held, ...contentWords(best.text)]);
  const told = [best];
  for (const more of found.slice(0, MOST_SENTENCES + 1)) {
    const room = MOST_WORDS + 2 - told.reduce((sum, one) => sum + wordsOf(one.text).length, 0);
    if (
      more === best ||
      best.score - more.score > MOST_BEHIND ||
      told.length === MOST_SENTENCES ||
      wordsOf(more.text).length > room
    )
      continue;
    if (more.text.includes(' ') && contentWords(more.text).some((word) => !known.has(word)))
      told.push(more);
  }
  told.sort((a, b) => a.at - b.at);
  return {
    text: told.map((one) => one.text).join(' … '),
    segmentRefs: told.flatMap((one) => one.segmentRefs),
  };
}

function candidates(
  acts: readonly SpeechAct[],
  at: number,
  reading: TurnReading | null | undefined,
  wording: string,
  names: ReadonlySet<string>,
): Candidate[] {
  const shares = new Map(reading?.matters.map((matter) => [matter.at, matter.share]));
  const turn = acts[at]?.sentence.turn;
  const personal = PERSONAL.test(wording);
  const found: Candidate[] = [];
  for (let place = Math.max(0, at - NEARNESS.length + 1); place <= at + 1; place += 1) {
    const act = acts[place];
    if (act === undefined) continue;
    const { sentence } = act;
    const source = withoutCall(
      place === at
        ? restOf(sentence.text, wording)
        : act.form === 'asks'
          ? act.matter
          : sentence.text,
      names,
    );
    const single = personal ? personAt(source, ONE_PERSON.test(wording)) : -1;
    const who = single >= 0 || !personal ? single : personAt(source);
    const score =
      (place > at ? NEXT : (NEARNESS[at - place] ?? 0)) +
      WEIGHTS.share * Math.log((shares.get(place) ?? 0) + LEAST_SHARE) +
      WEIGHTS.words * Math.log(1 + act.words.length) +
      (sentence.turn === turn && place !== at ? WEIGHTS.sameTurn : 0) +
      (sentence.isQuestion ? WEIGHTS.asked : 0) +
      (single >= 0 ? WEIGHTS.person : who >= 0 ? WEIGHTS.group : 0) +
      (ARTICLE.test(source) ? WEIGHTS.article : 0);
    found.push({ act, source, who, score });
  }
  return found;
}

/** `Yusuf, you have the number` without the name that is called. */
function withoutCall(text: string, names: ReadonlySet<string>): string {
  const [call = '', name = ''] =
    /^(\p{L}+)(?:,\s+|\s+(?=(?:you|can|could|would|will|please)\b))/iu.exec(text) ?? [];
  return names.has(name.toLowerCase()) ? text.slice(call.length) : text;
}

/** The sentence without the words that the task shows already. */
function restOf(text: string, wording: string): string {
  const start = text
    .toLowerCase()
    .indexOf(wording.toLowerCase().split(' ').slice(0, OPENING_WORDS).join(' '));
  if (start < 0) return '';
  const before = text
    .slice(0, start)
    .replace(/\b(?:i'll|i will|i can|can you|could you|i)\s*$/i, '');
  return before;
}
