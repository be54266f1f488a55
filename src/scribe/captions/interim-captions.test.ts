import { describe, expect, it } from 'vitest';
import type { RecognizerPort, SpoolRange, Words } from '../../core/ports.ts';
import type { Captions } from './captions.ts';
import { InterimCaptions } from './interim-captions.ts';

const MS = 16;
const PAD_MS = 300;
const track = {
  trackRef: 't',
  participantRef: 'p',
  mediaTrackSid: 'm',
  startedAt: new Date(0),
  scannedSamples: 0,
  lastCut: { endSample: 0, isForced: false },
  closed: false,
};

/** Interim results of an utterance from 0 on; `answer` is what the recognizer answers the request that waits. */
function interimScene() {
  const shown: string[] = [];
  const asked: { range: SpoolRange; isFirst: boolean }[] = [];
  let answer: (words: Words | null) => void = () => {};
  const transcribeInterim: RecognizerPort['transcribeInterim'] = (range, isFirst) => {
    asked.push({ range, isFirst });
    return new Promise((resolve) => (answer = resolve));
  };
  const interims = new InterimCaptions({
    meetingRef: 'mtg_1',
    recognizer: { transcribeInterim } as Partial<RecognizerPort> as RecognizerPort,
    captions: { partial: (_, text) => void shown.push(text) } as Partial<Captions> as Captions,
    pathOf: (trackRef) => trackRef,
    spoken: { languageCode: null, terms: [] },
  });
  const speak = (untilMs: number) =>
    interims.follow(track, { fromSample: 0, toSample: untilMs * MS, speechEnd: untilMs * MS });
  const hear = async (text: string | null) => {
    answer(text === null ? null : { text, languageCode: null });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const prepared = (endMs: number, text: string, fromSample = 0) =>
    interims.showPrepared(
      { ...track, fromSample, toSample: (endMs + PAD_MS) * MS },
      { text, languageCode: null },
    );
  return { interims, shown, asked, speak, hear, prepared };
}

describe('interim captions', () => {
  it('are requested as first ones until something is shown, and shown as soon as words are recognized', async () => {
    const { asked, shown, speak, hear } = interimScene();
    speak(700);
    expect(asked).toEqual([]);
    speak(800);
    await hear(null);
    speak(900);
    await hear('');
    speak(1_200);
    await hear('We meet.');
    speak(1_700);
    expect(asked.map(({ range, isFirst }) => [range.toSample / MS, isFirst])).toEqual([
      [800, true],
      [900, true],
      [1_200, true],
      [1_700, false],
    ]);
    expect(shown).toEqual(['We meet']);
  });

  it('show all of the first result, and later the words on which two results agree', async () => {
    const { shown, speak, hear } = interimScene();
    speak(800);
    await hear('We meet.');
    speak(1_100);
    await hear('We met on Friday.');
    speak(1_700);
    await hear('We met on Friday morning');
    expect(shown).toEqual(['We meet', 'We', 'We met on Friday']);
  });

  it('show the words of an utterance that has probably ended, and continue from there if it has not', async () => {
    const { asked, shown, speak, prepared, hear } = interimScene();
    speak(600);
    prepared(600, 'We met.');
    expect(shown).toEqual(['We met']);
    speak(800);
    expect(asked).toEqual([]);
    speak(900);
    expect(asked.map(({ isFirst }) => isFirst)).toEqual([false]);
    await hear('We met on');
    expect(shown).toEqual(['We met']);
  });

  it('are never replaced by a result that ends earlier', async () => {
    const { shown, speak, prepared, hear } = interimScene();
    speak(800);
    prepared(1_500, 'We met on Friday.');
    await hear('We met');
    expect(shown).toEqual(['We met on Friday']);
  });

  it('are no longer shown when the utterance is over or another one has begun', async () => {
    const { interims, shown, speak, hear, prepared } = interimScene();
    speak(800);
    prepared(700, 'Another one', 20_000);
    interims.forget('t');
    prepared(700, 'We met');
    await hear('We met');
    expect(shown).toEqual([]);
  });
});
