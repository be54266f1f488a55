import { expect, test } from 'vitest';
import { playedRecognizer } from '../../../../dev/world/speech/played-recognizer.ts';
import type { RecognizerHealth, RecognizerPort, SpoolRange, Words } from '../../../core/ports.ts';
import { recognizerByLanguage } from './recognizer-by-language.ts';

type Played = RecognizerPort & { stop(): Promise<void>; asked: SpoolRange[]; isStopped: boolean };

/** Answers with its name and the language that it was given; `hears`: what it takes a range for by itself. */
function engine(
  model: string,
  more: Partial<RecognizerPort> & { hears?(range: SpoolRange): Words } = {},
): Played {
  const { hears, ...port } = more;
  const answer = (range: SpoolRange): Words =>
    range.languageCode == null && hears
      ? hears(range)
      : { text: `${model} in ${range.languageCode}`, languageCode: range.languageCode ?? null };
  const played: Played = {
    ...playedRecognizer(port),
    engine: { name: 'played', model, quality: 'standard' },
    asked: [],
    isStopped: false,
    transcribe: async (range) => {
      played.asked.push(range);
      return answer(range);
    },
    transcribeInterim: async (range) => answer(range),
    stop: async () => void (played.isStopped = true),
  };
  return played;
}

const whisper = (heard: (at: number) => string) =>
  engine('whisper', {
    detectsLanguage: true,
    hears: ({ fromSample }) => ({
      text: 'words of its own',
      languageCode: heard(fromSample / 80_000),
    }),
  });
const english = () => engine('moonshine', { languages: ['en'] });

/** Five seconds each. */
const range = (at: number, languageCode: string | null = null): SpoolRange => ({
  meetingRef: 'mtg_1',
  trackRef: 'trk_1',
  path: 'a.pcm',
  fromSample: at * 80_000,
  toSample: (at + 1) * 80_000,
  languageCode,
});

test('one engine that detects nothing is left as it is', () => {
  const first = english();
  expect(recognizerByLanguage({ first, others: new Map() })).toBe(first);
});

test('each meeting is transcribed by the engine of its language, regions aside', async () => {
  const [first, german] = [english(), engine('german')];
  const both = recognizerByLanguage({ first, others: new Map([['de', german]]) });
  expect((await both.transcribe(range(0, 'de-AT'))).text).toBe('german in de-AT');
  expect((await both.transcribe(range(0, 'en-GB'))).text).toBe('moonshine in en-GB');
  expect((await both.transcribeInterim(range(0, 'de'), true))?.text).toBe('german in de');
  expect(both.choiceFor?.('mtg_1', 'de').engine.model).toBe('german');
  expect(both.choiceFor?.('mtg_1', 'en').engine.model).toBe('moonshine');
});

test('a meeting prepares its own engine, and the first one, which detects voices', async () => {
  const ready: string[] = [];
  const one = (name: string, more: Partial<RecognizerPort> = {}): Played =>
    engine(name, { prepare: () => void ready.push(name), ...more });
  const others = new Map([
    ['de', one('german')],
    ['fr', one('multilingual', { detectsLanguage: true })],
  ]);
  const all = recognizerByLanguage({ first: one('english', { languages: ['en'] }), others });
  const readyFor = (languageCode: string | null): string[] => {
    all.prepare({ meetingRef: 'mtg_1', languageCode });
    return ready.splice(0);
  };
  expect(readyFor('de-AT')).toEqual(['english', 'german']);
  expect(readyFor('en')).toEqual(['english']);
  expect(readyFor(null)).toEqual(['english', 'multilingual']);
  all.prepare();
  expect(ready).toEqual(['english']);
});

test('it knows the languages of all its engines', () => {
  const others = new Map([['de', engine('german')]]);
  expect(recognizerByLanguage({ first: english(), others }).languages).toEqual(['en', 'de']);
  expect(recognizerByLanguage({ first: whisper(() => 'de'), others }).languages).toBeNull();
});

test('without language detection the first engine transcribes a meeting without a declared language', async () => {
  const others = new Map([['de', engine('german')]]);
  const both = recognizerByLanguage({ first: english(), others });
  expect((await both.transcribe(range(0))).text).toBe('moonshine in null');
});

test('an undeclared language is detected in the first half minute of speech, and kept', async () => {
  const detector = whisper((at) => (at === 2 ? 'nl' : 'de'));
  const one = recognizerByLanguage({ first: detector, others: new Map(), maxWaitMs: 1 });
  const words = [];
  for (let at = 0; at < 10; at += 1) words.push(await one.transcribe(range(at)));
  expect(words.map(({ languageCode }) => languageCode)).toEqual(Array(10).fill('de'));
  // The one that was taken for another language is decoded again; after 30 s none is guessed.
  expect(
    detector.asked.map(({ fromSample, languageCode }) => [fromSample / 80_000, languageCode]),
  ).toEqual([
    [0, null],
    [1, null],
    [2, null],
    [2, 'de'],
    [3, null],
    [4, null],
    [5, null],
    [6, 'de'],
    [7, 'de'],
    [8, 'de'],
    [9, 'de'],
  ]);
  expect(one.choiceFor?.('mtg_1', null)).toMatchObject({ languageCode: 'de' });
});

test('once the language is found, its own engine transcribes, and the transcript names it', async () => {
  const others = new Map([['de', whisper(() => 'en')]]);
  const both = recognizerByLanguage({ first: english(), others });
  const words = await Promise.all([both.transcribe(range(0)), both.transcribe(range(1))]);
  expect(words.map(({ text }) => text)).toEqual(['moonshine in en', 'moonshine in en']);
  expect(both.choiceFor?.('mtg_1', null)).toEqual({
    engine: { name: 'played', model: 'moonshine', quality: 'standard' },
    languageCode: 'en',
  });
});

test('after a restart a meeting continues in the language of the words that it has', async () => {
  const detector = whisper(() => 'nl');
  const both = recognizerByLanguage({
    first: detector,
    others: new Map([['de', engine('german')]]),
  });
  const recognized = [0, 1, 2, 3, 4, 5].map((at) => ({
    ...range(at),
    text: 'Worte von vorher',
    languageCode: at === 2 ? 'nl' : 'de',
  }));
  both.prepare({ meetingRef: 'mtg_1', languageCode: null, recognized });
  expect((await both.transcribe(range(6))).text).toBe('german in de');
  expect(both.choiceFor?.('mtg_1', null)).toMatchObject({
    engine: { model: 'german' },
    languageCode: 'de',
  });
});

test('a transcript in a language without an engine names the one that detected it', async () => {
  const others = new Map([['de', whisper(() => 'fr')]]);
  const both = recognizerByLanguage({ first: english(), others, maxWaitMs: 1 });
  expect((await both.transcribe(range(0))).text).toBe('words of its own');
  expect(both.choiceFor?.('mtg_1', null)).toEqual({
    engine: { name: 'played', model: 'whisper', quality: 'standard' },
    languageCode: null,
  });
});

test('no final result is delayed where the engine reports no language', async () => {
  const server = engine('server', {
    detectsLanguage: true,
    hears: () => ({ text: 'words', languageCode: null }),
  });
  const one = recognizerByLanguage({ first: server, others: new Map(), maxWaitMs: 600_000 });
  for (let at = 0; at < 10; at += 1)
    expect(await one.transcribe(range(at))).toEqual({ text: 'words', languageCode: null });
});

test('in a language without an engine, only the first final result is delayed', async () => {
  const others = new Map([['de', whisper(() => 'fr')]]);
  const both = recognizerByLanguage({ first: english(), others, maxWaitMs: 600_000 });
  const words = await Promise.all([both.transcribe(range(0)), both.transcribe(range(1))]);
  for (let at = 2; at < 10; at += 1) words.push(await both.transcribe(range(at)));
  expect(words.map(({ languageCode }) => languageCode)).toEqual(Array(10).fill('fr'));
});

test('the language of one meeting does not affect another', async () => {
  const one = recognizerByLanguage({ first: whisper(() => 'de'), others: new Map() });
  for (let at = 0; at < 8; at += 2)
    await Promise.all([one.transcribe(range(at)), one.transcribe(range(at + 1))]);
  expect(one.choiceFor?.('mtg_1', null).languageCode).toBe('de');
  expect(one.choiceFor?.('mtg_2', null).languageCode).toBeNull();
});

test('a server is not paid twice for the same words', async () => {
  const server = whisper((at) => (at === 0 ? 'nl' : 'de'));
  const first: Played = { ...server, isMetered: true };
  const one = recognizerByLanguage({ first, others: new Map(), maxWaitMs: 1 });
  for (let at = 0; at < 4; at += 1) await one.transcribe(range(at));
  expect(server.asked).toHaveLength(4);
});

test('a failing engine for one language is reported, and the others continue', () => {
  const broken: RecognizerHealth = { status: 'unavailable', detail: 'Its file is damaged.' };
  const others = new Map([['de', engine('german', { health: () => broken })]]);
  expect(recognizerByLanguage({ first: english(), others }).health()).toEqual({
    status: 'degraded',
    detail: 'Meetings in the language de are not transcribed at the moment. Its file is damaged.',
  });
});

test('stopping it stops every engine', async () => {
  const [first, german] = [english(), engine('german')];
  const others = new Map([['de', german]]);
  await recognizerByLanguage({ first, others }).stop();
  expect([first.isStopped, german.isStopped]).toEqual([true, true]);
});
