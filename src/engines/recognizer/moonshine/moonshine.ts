// Decodes Moonshine on onnxruntime. sherpa-onnx decodes ranges one by one; here each step of the
// decoder reads the weights once, no matter how many ranges are decoded together.
import { type InferenceSession, openModel, Tensor } from '../../onnx/onnx-runtime.ts';
import { BeamSearch } from './beam-search.ts';
import {
  BEGINNING,
  DecoderCache,
  END,
  firstFeeds,
  FRAME_SAMPLES,
  tensorIn,
} from './decoder-feeds.ts';
import type { Sound } from './decode-ranges.ts';
import { loadEncoder } from './encoder.ts';
import type { FoundModel } from '../find-model.ts';
import { insertTerms } from './insert-terms.ts';
import { loadJudges } from './judge-texts.ts';
import { termsOf } from './place-terms.ts';
import { readTokenTable } from './token-table.ts';
import { SAMPLE_RATE_HZ } from '../../../core/sound.ts';

export type MoonshineFiles = Extract<FoundModel['files'], { kind: 'moonshine' }>;
type Range = Pick<Sound, 'samples' | 'terms' | 'isSpeech'>;
type Searched = { sound: Tensor; tokens: readonly number[]; isCutOff: boolean };
/** The text of each range; `width`: hypotheses kept in the beam search. */
export type DecodeTogether = (several: readonly Range[], width: number) => Promise<string[]>;

/** Nobody speaks faster. It stops a model that repeats itself. */
const MAX_TOKENS_PER_SECOND = 6.5;
const SILENCE_SAMPLES = 0.3 * SAMPLE_RATE_HZ;
/** The encoder returns nothing for less. */
const MIN_SAMPLES = 0.1 * SAMPLE_RATE_HZ;

export async function loadMoonshine(
  files: MoonshineFiles,
  tokens: string,
  beforeRun?: () => Promise<void>,
): Promise<DecodeTogether> {
  const encode = await loadEncoder(files.encoder, beforeRun);
  const decoder = await openModel(files.mergedDecoder, { beforeRun, hasManyLengths: true });
  const table = readTokenTable(tokens);
  const judgeOf = await loadJudges(decoder, encode);
  // Without it, ranges of different lengths cannot share a batch.
  const hasMask = decoder.inputNames.includes('encoder_attention_mask');
  const search = async (group: readonly Range[], width: number): Promise<Searched[]> => {
    const encoded: Tensor[] = [];
    // One by one: a batch would cost as much, and the model would take the padding for sound.
    for (const { samples } of group) encoded.push(await encode(samples));
    const searches = group.map(
      ({ isSpeech = false }, i) =>
        new BeamSearch({
          width,
          end: END,
          maxTokens: maxTokens(encoded[i]?.dims[1] ?? 0),
          isNeverEmpty: isSpeech,
        }),
    );
    await decodeTogether(decoder, encoded, searches);
    return encoded.flatMap((sound, i) => {
      const { best: tokens = [], isCutOff = false } = searches[i] ?? {};
      return { sound, tokens, isCutOff };
    });
  };
  const searchAgain = async (found: Searched, range: Range | undefined, width: number) => {
    if (!found.isCutOff || range === undefined) return found;
    const [again = found] = await search([withSilence(range)], width);
    return again;
  };
  return async (several, width) => {
    const texts = several.map(() => '');
    const long = [...several.entries()].filter(([, one]) => one.samples.length >= MIN_SAMPLES);
    const groups = hasMask ? [long] : long.map((one) => [one]);
    for (const group of groups.filter(({ length }) => length > 0)) {
      const found = await search(
        group.map(([, range]) => range),
        width,
      );
      for (const [i, first] of found.entries()) {
        const [at = 0, range] = group[i] ?? [];
        const { sound, tokens } = await searchAgain(first, range, width);
        const terms = width > 1 ? termsOf(range?.terms ?? [], table) : [];
        const text = await insertTerms(tokens, terms, table, judgeOf(sound));
        texts[at] = correctSpelling(table.textOf(text).trim());
      }
    }
    return texts;
  };
}

/** Runs the searches to their ends; every step of the decoder extends all hypotheses of all ranges. */
async function decodeTogether(
  decoder: InferenceSession,
  encoded: readonly Tensor[],
  searches: readonly BeamSearch[],
): Promise<void> {
  const memory = new DecoderCache(firstFeeds(decoder, encoded), encoded.length);
  const { feeds } = memory;
  for (let isFirst = true; searches.some(({ open }) => open.length > 0); isFirst = false) {
    const last = searches.flatMap(({ open }) =>
      open.map(({ tokens }) => BigInt(tokens.at(-1) ?? BEGINNING)),
    );
    feeds['input_ids'] = new Tensor('int64', BigInt64Array.from(last), [last.length, 1]);
    // The encoder's output does not change, so its caches are taken only once.
    const wanted = decoder.outputNames.filter((name) => isFirst || !name.includes('.encoder.'));
    const outputs = await decoder.run(feeds, wanted);
    memory.take(outputs);
    memory.keep(extendAll(searches, tensorIn(outputs, 'logits')));
    feeds['use_cache_branch'] = new Tensor('bool', [true], [1]);
  }
}

/** Extends every search by one token. Returns the row that each hypothesis extends. */
function extendAll(searches: readonly BeamSearch[], { data, dims }: Tensor): number[] {
  const scores = data as Float32Array;
  const size = scores.length / (dims[0] ?? 1);
  let rows = 0;
  return searches.flatMap((search) => {
    const from = rows;
    rows += search.open.length;
    return search
      .extend(search.open.map((_, i) => scores.subarray((from + i) * size, (from + i + 1) * size)))
      .map((row) => from + row);
  });
}

/** At an abrupt end, the model may repeat itself without end. With silence after it, it ends. */
function withSilence(range: Range): Range {
  const samples = new Float32Array(range.samples.length + SILENCE_SAMPLES);
  samples.set(range.samples);
  return { ...range, samples };
}

function maxTokens(frames: number): number {
  return Math.ceil(((frames * FRAME_SAMPLES) / SAMPLE_RATE_HZ) * MAX_TOKENS_PER_SECOND);
}

const OLD_DAYS = /\b(to)-(day|morrow|night)\b/gi;
/** `any one` stays two words when it counts something: `any one of them`, `any one day`. */
const AFTER_ONE = [
  'else|who|that|to|for|in|on|at|from|with|here|there|and|or|but',
  'is|was|has|had|have|can|could|will|would|should|must',
  'knows?|wants?|needs?|thinks?|says?|said|got|agrees?',
].join('|');
const ONE = new RegExp(`\\b(some|any|every) one\\b(?='s\\b|[.,;:!?]|$| (?:${AFTER_ONE})\\b)`, 'gi');

const DAYS_AND_MONTHS = new RegExp(
  '\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|april|june|july|august|' +
    'september|october|november|december|' +
    // These are other words too.
    '(?<=\\b(?:in|by|of|until|since|(?<!\\bthe )(?:last|next)|early|late|mid|' +
    '\\d(?:st|nd|rd|th)) )(?:may|march)' +
    '(?=[^\\w\\s]|$| \\d| (?:and|or|the|a|i|it|we|they|he|she|you|when|with|to|if|because)\\b))\\b',
  'g',
);

/**
 * The embedded model learned much of its English from old books: `to-day` is `today`, `some one` is `someone`. It
 * may write fragments in lower case: `so friday then`.
 */
export function correctSpelling(text: string): string {
  return text
    .replace(OLD_DAYS, '$1$2')
    .replace(ONE, '$1one')
    .replace(DAYS_AND_MONTHS, (name) => name.slice(0, 1).toUpperCase() + name.slice(1));
}
