// Counts which words follow which in the meetings that the turns model learns from, and keeps it as src/engines/recognizer/training/talk.lm:
// node src/engines/recognizer/training/count-language-model.ts
// Interpolated absolute discounting, written as back-off; pairs and triples that are said once are left out.
import { mkdirSync, writeFileSync } from 'node:fs';
import { BEGINNING, COST_STEP, spokenWords } from '../moonshine/language-model.ts';
import { trainingMeetings } from '../../summarizer/training/annotated-meetings.ts';

const FOLDER = new URL('./', import.meta.url);
const DISCOUNT = 0.75;
const LEAST_SAID = 2;
/** Of what is said this share is a word that was never heard. */
const UNKNOWN_SHARE = 0.05;

const sentences = trainingMeetings()
  .filter(({ source }) => source === 'talk')
  .flatMap(({ lines }) =>
    lines.flatMap((line) =>
      line
        .slice(line.indexOf(':') + 2)
        .split(/(?<=[.?!])\s+/)
        .map(spokenWords),
    ),
  );
const said = new Map<string, number>();
for (const word of sentences.flat()) said.set(word, (said.get(word) ?? 0) + 1);
const words = [
  BEGINNING,
  ...[...said]
    .filter(([, times]) => times >= LEAST_SAID)
    .map(([word]) => word)
    .toSorted(),
];
const places = new Map(words.map((word, place) => [word, place]));

/** What follows a context: how often each word does. */
type Followers = Map<number, number>;
const afterAny: Followers = new Map();
const afterOne = new Map<number, Followers>();
/** By the key of the pair. */
const afterTwo = new Map<number, Followers>();
for (const sentence of sentences) {
  const heard = [0, 0, ...sentence.map((word) => places.get(word) ?? -1)];
  for (let at = 2; at < heard.length; at += 1) {
    const [first = -1, second = -1, word = -1] = heard.slice(at - 2, at + 1);
    if (word < 0) continue;
    count(afterAny, word);
    if (second >= 0) count(followersOf(afterOne, second), word);
    if (first >= 0 && second >= 0) count(followersOf(afterTwo, pairKey(first, second)), word);
  }
}
const all = sum(afterAny.values());
const likelihood = (word: number): number =>
  ((1 - UNKNOWN_SHARE) * (afterAny.get(word) ?? 0)) / all;
const likelihoodAfter = (second: number, word: number): number =>
  discounted(afterOne.get(second), word, (other) => likelihood(other));
const likelihoodAfterTwo = (first: number, second: number, word: number): number =>
  discounted(afterTwo.get(pairKey(first, second)), word, (other) => likelihoodAfter(second, other));

// The beginning of a sentence is a context, though it is never said.
const pairs = [
  pairKey(0, 0),
  ...keptOf(afterOne, (second, word) => pairKey(second, word)),
].toSorted((a, b) => a - b);
const triples = pairs
  .flatMap((pair, place) =>
    kept(afterTwo.get(pair)).map((word) => ({ key: pairKey(place, word), pair, word })),
  )
  .toSorted((a, b) => a.key - b.key);
const firstOf = (pair: number): number => Math.floor(pair / words.length);
const secondOf = (pair: number): number => pair % words.length;

const text = Buffer.from(words.join('\n'));
const file = Buffer.concat([
  bytesOf([words.length, pairs.length, triples.length, text.length]),
  text,
  bytesOf(pairs),
  bytesOf(triples.map(({ key }) => key)),
  costs(words.map((_word, place) => likelihood(place))),
  costs(
    words.map((_word, place) =>
      backOff(kept(afterOne.get(place)), (word) => likelihoodAfter(place, word), likelihood),
    ),
  ),
  costs(pairs.map((pair) => (pair === 0 ? 1 : likelihoodAfter(firstOf(pair), secondOf(pair))))),
  costs(
    pairs.map((pair) =>
      backOff(
        kept(afterTwo.get(pair)),
        (word) => likelihoodAfterTwo(firstOf(pair), secondOf(pair), word),
        (word) => likelihoodAfter(secondOf(pair), word),
      ),
    ),
  ),
  costs(triples.map(({ pair, word }) => likelihoodAfterTwo(firstOf(pair), secondOf(pair), word))),
]);
mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL('talk.lm', FOLDER), file);
console.log(
  `${all} words heard, ${words.length} known, ${pairs.length} pairs, ${triples.length} triples, ${file.length} bytes`,
);

function pairKey(first: number, second: number): number {
  return first * words.length + second;
}

function count(followers: Followers, word: number): void {
  followers.set(word, (followers.get(word) ?? 0) + 1);
}

function followersOf(contexts: Map<number, Followers>, context: number): Followers {
  const known = contexts.get(context) ?? new Map<number, number>();
  contexts.set(context, known);
  return known;
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** What was said often is believed; what is taken from it goes to what the shorter context expects. */
function discounted(
  followers: Followers | undefined,
  word: number,
  shorter: (word: number) => number,
): number {
  if (followers === undefined) return shorter(word);
  const times = sum(followers.values());
  return (
    Math.max(0, (followers.get(word) ?? 0) - DISCOUNT) / times +
    ((DISCOUNT * followers.size) / times) * shorter(word)
  );
}

function kept(followers: Followers | undefined): number[] {
  return [...(followers ?? [])].filter(([, times]) => times >= LEAST_SAID).map(([word]) => word);
}

function keptOf(
  contexts: ReadonlyMap<number, Followers>,
  key: (context: number, word: number) => number,
): number[] {
  return [...contexts].flatMap(([context, followers]) =>
    kept(followers).map((word) => key(context, word)),
  );
}

/** What the words that are kept leave for all others, against what the shorter context leaves them. */
function backOff(
  followers: readonly number[],
  here: (word: number) => number,
  shorter: (word: number) => number,
): number {
  return (1 - sum(followers.map(here))) / (1 - sum(followers.map(shorter)));
}

function costs(likelihoods: readonly number[]): Buffer {
  return Buffer.from(
    likelihoods.map((one) => Math.min(255, Math.max(0, Math.round(-Math.log(one) / COST_STEP)))),
  );
}

function bytesOf(numbers: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(numbers).buffer);
}
