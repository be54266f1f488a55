import { type CitedLines, type Reading, sharedWords } from './cited-lines.ts';
import { saysFigures } from './figures.ts';
import { type Clause, clausesOf } from './negation.ts';
import { namesRightPeople } from './named-speakers.ts';

/** The required share of content words; tuned on `dev/summary-support`. */
const MIN_SHARE = 0.4;
/** The weight of a word that was said near the cited lines, but not in them. */
const WORTH_NEAR = 0.5;

/** Words that occur in the minutes of any meeting. English only; in other languages such words count like any other. */
const REPORTING = new Set(
  [
    'team group meeting participant member everyone people discuss discussion decide decision agree',
    'agreement present presentation introduce explain report describe mention suggest suggestion',
    'propose proposal talk state conclude emphasize stress review recap announce express ask say',
    'tell note consider plan want need make use include feature various different currently',
  ]
    .join(' ')
    .split(' '),
);

/** Why the cited lines do not support an item; null when they do. */
export type Fault = 'nothing' | 'figures' | 'names' | 'people' | 'denial' | 'words';

/**
 * Null when an item agrees with its lines: in every figure, every name, who does it, what is
 * negated and what is not, and in two out of five content words.
 */
export function faultOf(
  text: string,
  lines: CitedLines,
  known: ReadonlySet<string>,
  reading: Reading,
): Fault | null {
  const { wordsOf } = reading;
  const cited = lines.cited.map((line) => line.text).join('\n');
  const near = lines.around.map((line) => line.text).join('\n');
  if (wordsOf(text).length === 0 || wordsOf(cited).length === 0) return 'nothing';
  if (!saysFigures(wordsOf(text), wordsOf(`${cited}\n${near}`))) return 'figures';
  const people = new Set(reading.names.flatMap(wordsOf));
  const names = namesIn(text, reading.language).filter(
    (name) => !wordsOf(name).every((word) => people.has(word)),
  );
  if (names.flatMap(reading.contentWords).some((word) => !known.has(word))) return 'names';
  if (!saysEnough(text, cited, near, people, reading)) return 'words';
  if (!deniesTheSame(text, lines, reading)) return 'denial';
  return namesRightPeople(text, lines, reading) ? null : 'people';
}

function saysEnough(
  text: string,
  cited: string,
  near: string,
  people: ReadonlySet<string>,
  reading: Reading,
): boolean {
  const reporting = new Set([...REPORTING].flatMap((word) => reading.contentWords(word)));
  const words = reading
    .contentWords(text)
    .filter((word) => !people.has(word) && !/^\d/.test(word) && !reporting.has(word));
  const said = reading.contentWords(cited);
  if (words.length === 0) {
    const plain = new Set(reading.wordsOf(cited));
    return reading.wordsOf(text).some((word) => plain.has(word));
  }
  const inCited = sharedWords(words, said);
  const inNear = sharedWords(words, reading.contentWords(near));
  return inCited > 0 && inCited + (inNear - inCited) * WORTH_NEAR >= words.length * MIN_SHARE;
}

/** Languages in which every noun has a capital letter: only after a title does it show a name. */
const CAPITAL_NOUNS = /^(?:de|lb)(?![a-z])/i;

const AFTER_TITLE = /(?<=\b(?:Herrn?|Frau|Här|Madame|Dr\.) )\p{Lu}[\p{L}\p{N}'-]+/gu;
const IN_SENTENCE = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{N}'-]+/gu;

function namesIn(text: string, language: string | null): string[] {
  const names = CAPITAL_NOUNS.test(language ?? '') ? AFTER_TITLE : IN_SENTENCE;
  return [...text.matchAll(names)].map(([name]) => name.replace(/'s$/, ''));
}

type Spoken = Clause & { words: string[]; isRefused: boolean };

/** One word in common with a clause may be chance: too little evidence of a contradiction. */
const MIN_SHARED_FOR_CONTRARY = 2;

/** The negation may be in a clause that has fewer words in common than the closest one. */
const NEAREST_SHARE = 0.6;

/** Compares each clause of the text with the clauses of the cited lines about the same subject. */
function deniesTheSame(text: string, lines: CitedLines, reading: Reading): boolean {
  const spoken = spokenClauses(lines, reading);
  return clausesOf(text, reading.language).every((clause) => {
    const words = reading.contentWords(clause.text);
    if (words.length === 0) return true;
    const related = spoken
      .map((one) => ({ ...one, shared: sharedWords(words, one.words) }))
      .filter(({ shared }) => shared > 0);
    const most = Math.max(0, ...related.map(({ shared }) => shared));
    const nearest = related.filter(({ shared }) => shared >= most * NEAREST_SHARE);
    if (clause.deniesReversal) return nearest.length === 0 || !nearest.every(isNegative);
    if (clause.denies) return (nearest.length === 0 ? spoken : nearest).some(isNegative);
    const isSure = most >= MIN_SHARED_FOR_CONTRARY || related.length >= MIN_SHARED_FOR_CONTRARY;
    if (!isSure || clause.reverses) return true;
    return !related.filter(({ shared }) => shared === most).every(({ denies }) => denies);
  });
}

function isNegative({ denies, isRefused, reverses }: Spoken): boolean {
  return denies || isRefused || reverses;
}

function spokenClauses({ cited, around }: CitedLines, reading: Reading): Spoken[] {
  return cited.flatMap((line) => {
    const answer = around.find(({ place }) => place === line.place + 1);
    const isRefused =
      line.text.trimEnd().endsWith('?') &&
      (clausesOf(answer?.text ?? '', reading.language)[0]?.isNo ?? false);
    const clauses = clausesOf(line.text, reading.language).map((clause) => ({
      ...clause,
      words: reading.contentWords(clause.text),
    }));
    return clauses.map((clause, at) => ({
      ...clause,
      isRefused: isRefused || isTakenBack(clauses[at + 1]),
    }));
  });
}

/** "I would like to, but not now": the negation is beside what it negates. */
function isTakenBack(next: (Clause & { words: string[] }) | undefined): boolean {
  return next !== undefined && next.denies && next.words.length === 0 && OWN.test(next.text);
}
const OWN = /\b(?:i|we)\b|\bnot (?:right )?(?:now|yet|today)\b/i;
