import { expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { CaptionMessage } from '../../../contract/generated/guest-api.ts';
import { type LogFields, RangeFailed, type Words } from '../../core/ports.ts';
import { appendUtterances } from '../../core/transcript/append-utterance.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';
import { openTrack } from '../../core/transcript/open-track.ts';
import { Captions } from './captions.ts';
import { MeetingSpeech } from './meeting-speech.ts';

const { db } = await testDatabase();
const ENDED = { fromSample: 0, toSample: 16_000 };
/** The nth is n seconds long. */
const TEN_RANGES = Array.from({ length: 10 }, (_, i) => ({
  fromSample: i * 200_000,
  toSample: i * 200_000 + (i + 1) * 16_000,
}));

/** Ana's track in which `cuts` were made already; the recognizer hears how many seconds a range has. */
async function spokenByAna(
  cuts: readonly Range[] = [ENDED],
  transcribe: (words: Words, fromSample: number) => Words | Promise<Words> = (words) => words,
) {
  const scene = coreScene(db);
  const { ctx } = scene;
  const link = await scene.newMeeting();
  const { participantRef } = await comeIn(ctx, { ...link, displayName: 'Ana' });
  const track = await openTrack(ctx, {
    meetingRef: link.meetingRef,
    participantRef,
    mediaTrackSid: 'TR_1',
    startedAt: scene.clock.now(),
  });
  if (!track) throw new Error('no track');
  await appendUtterances(ctx, {
    trackRef: track.trackRef,
    cuts: cuts.map((cut) => ({ ...cut, isForced: false })),
    scannedSamples: 20_000,
  });
  const shown: string[] = [];
  ctx.media.publish = async (_, _topic, caption) =>
    void shown.push(`${(caption as CaptionMessage).kind}: ${(caption as CaptionMessage).text}`);
  const asked: { toSample: number; signal: AbortSignal | undefined }[] = [];
  let answer: (words: Words) => void = () => {};
  const recognizer = playedRecognizer({
    transcribe: async ({ fromSample, toSample }, signal) => {
      asked.push({ toSample, signal });
      const text = `Spoke ${(toSample - fromSample) / 16_000} s.`;
      return transcribe({ text, languageCode: 'en' }, fromSample);
    },
    transcribeInterim: () => new Promise((resolve) => (answer = resolve)),
  });
  const logged: object[] = [];
  const error = (message: string, fields: LogFields = {}) =>
    void logged.push({ message, ...fields });
  const hearing = {
    ctx: { ...ctx, log: { ...ctx.log, error } },
    recognizer,
    meetingRef: link.meetingRef,
    signal: new AbortController().signal,
  };
  const speech = new MeetingSpeech({
    ...hearing,
    pathOf: (trackRef) => trackRef,
    spoken: { languageCode: null, terms: [] },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const interim = async (text: string) => {
    answer({ text, languageCode: 'en' });
    await settle();
  };
  const words = () =>
    db
      .selectFrom('utterance')
      .select(['state', 'text'])
      .where('track_ref', '=', track.trackRef)
      .orderBy('from_sample')
      .execute();
  return { speech, track, shown, asked, interim, settle, words, logged };
}

it('shows interim words while someone speaks, better ones at the likely end, and the final ones', async () => {
  const { speech, track, shown, asked, interim, settle, words } = await spokenByAna();
  speech.follow(track, { ...ENDED, speechEnd: 14_000 });
  await interim('Spoke');
  speech.prepare(track, ENDED);
  await settle();
  speech.add(track, [ENDED]);
  await speech.idle();
  expect(shown).toEqual(['partial: Spoke', 'partial: Spoke 1 s', 'final: Spoke 1 s.']);
  expect(asked).toHaveLength(1);
  expect(await words()).toEqual([{ state: 'words', text: 'Spoke 1 s.' }]);
});

it('shows no interim result after the final one, however late it arrives', async () => {
  const { speech, track, shown, interim } = await spokenByAna();
  speech.follow(track, { ...ENDED, speechEnd: 14_000 });
  speech.add(track, [ENDED]);
  await speech.idle();
  await interim('Spoke');
  expect(shown).toEqual(['final: Spoke 1 s.']);
});

it('removes what it showed of an utterance that its speaker no longer consents to', async () => {
  const { speech, track, shown, asked, interim } = await spokenByAna();
  speech.follow(track, { ...ENDED, speechEnd: 14_000 });
  await interim('Spoke');
  speech.add(track, [ENDED], []);
  await speech.idle();
  expect(shown).toEqual(['partial: Spoke', 'final: ']);
  expect(asked).toEqual([]);
});

it('drops a likely utterance when its speaker continues, and transcribes the whole utterance', async () => {
  const { speech, track, asked, words } = await spokenByAna();
  speech.prepare(track, { ...ENDED, toSample: 8_000 });
  speech.follow(track, { ...ENDED, toSample: 12_000, speechEnd: 10_000 });
  speech.add(track, [ENDED]);
  await speech.idle();
  expect(asked.map(({ toSample, signal }) => [toSample, signal?.aborted ?? false])).toEqual([
    [8_000, true],
    [16_000, false],
  ]);
  expect(await words()).toEqual([{ state: 'words', text: 'Spoke 1 s.' }]);
});

it('transcribes what an earlier scribe left, without captions when the room is closed', async () => {
  const { speech, shown, words } = await spokenByAna();
  speech.closeCaptions();
  await speech.load();
  await speech.idle();
  expect(shown).toEqual([]);
  expect(await words()).toEqual([{ state: 'words', text: 'Spoke 1 s.' }]);
});

it('transcribes and shows all that is said after a range that gets no answer', async () => {
  const { promise: late, resolve: answerLate } = Promise.withResolvers<Words>();
  const { speech, track, shown, words } = await spokenByAna(TEN_RANGES, (words, fromSample) =>
    fromSample === 0 ? late : words,
  );
  speech.add(track, TEN_RANGES);
  const others = TEN_RANGES.slice(1).map((_, i) => `Spoke ${i + 2} s.`);
  await expect.poll(async () => (await words()).map(({ text }) => text)).toEqual([null, ...others]);
  expect(shown).toEqual(others.map((text) => `final: ${text}`));
  answerLate({ text: 'Late.', languageCode: 'en' });
  await speech.idle();
  expect((await words())[0]).toEqual({ state: 'words', text: 'Late.' });
});

it('shows final captions in the order of speech when a later range is answered first', async () => {
  const { promise: second, resolve: answerSecond } = Promise.withResolvers<void>();
  const { speech, track, shown } = await spokenByAna(TEN_RANGES, async (words, fromSample) => {
    if (fromSample > 0) answerSecond();
    else await second.then(() => new Promise((resolve) => setImmediate(resolve)));
    return words;
  });
  speech.add(track, TEN_RANGES);
  await speech.idle();
  expect(shown).toEqual(TEN_RANGES.map((_, i) => `final: Spoke ${i + 1} s.`));
});

it('transcribes a range that the disk refused for a moment', async () => {
  let faults = 1;
  const { speech, track, words } = await spokenByAna([ENDED], (answer) => {
    if (faults-- > 0) throw new RangeFailed('cannot be read', { code: 'EMFILE' });
    return answer;
  });
  speech.add(track, [ENDED]);
  await speech.idle();
  expect(await words()).toEqual([{ state: 'words', text: 'Spoke 1 s.' }]);
});

it('logs why a range could not be transcribed', async () => {
  const { speech, track, logged, words } = await spokenByAna([ENDED], () => {
    throw new RangeFailed('the server refuses it', { code: 'status 413' });
  });
  speech.add(track, [ENDED]);
  await speech.idle();
  expect(await words()).toEqual([{ state: 'failed', text: null }]);
  expect(logged).toEqual([
    expect.objectContaining({
      message: 'a range of speech could not be transcribed',
      error: expect.objectContaining({ code: 'status 413' }),
    }),
  ]);
});

it('shows the latest fifty captions when a media server that was slow takes them again', async () => {
  const { ctx } = coreScene(db);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const shown: string[] = [];
  ctx.media.publish = async (_, _topic, caption) => {
    shown.push((caption as CaptionMessage).text);
    await answered;
  };
  const captions = new Captions(ctx, 'mtg_1');
  for (let i = 0; i <= 200; i += 1)
    captions.final({ trackRef: 't', participantRef: 'p', fromSample: i }, `${i}`);
  answer();
  await expect.poll(() => shown.at(-1)).toBe('200');
  expect(shown).toEqual(['0', ...Array.from({ length: 50 }, (_, i) => `${151 + i}`)]);
});
