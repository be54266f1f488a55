import { expect, it } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { CaptionMessage } from '../../../contract/generated/guest-api.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import type { Words } from '../../core/ports.ts';
import { appendUtterances } from '../../core/transcript/append-utterance.ts';
import { openTrack } from '../../core/transcript/open-track.ts';
import { MeetingSpeech } from './meeting-speech.ts';

const { db } = await testDatabase();
const ENDED = { fromSample: 0, toSample: 16_000 };

/** Ana's track in which `ENDED` was cut already; the recognizer hears how many seconds a range has. */
async function spokenByAna() {
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
    cuts: [{ ...ENDED, isForced: false }],
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
      return { text: `Spoke ${(toSample - fromSample) / 16_000} s.`, languageCode: 'en' };
    },
    transcribeInterim: () => new Promise((resolve) => (answer = resolve)),
  });
  const hearing = {
    ctx,
    recognizer,
    meetingRef: link.meetingRef,
    signal: new AbortController().signal,
  };
  const speech = new MeetingSpeech({
    ...hearing,
    pathOf: (trackRef) => trackRef,
    languageCode: () => null,
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
      .execute();
  return { speech, track, shown, asked, interim, settle, words };
}

it('shows interim words while someone speaks, better ones at the likely end, and the final ones', async () => {
  const { speech, track, shown, asked, interim, settle, words } = await spokenByAna();
  speech.follow(track, { ...ENDED, speechEnd: 14_000 });
  await interim('Spoke');
  speech.suspect(track, ENDED);
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

it('drops a likely utterance when its speaker continues, and transcribes the whole utterance', async () => {
  const { speech, track, asked, words } = await spokenByAna();
  speech.suspect(track, { ...ENDED, toSample: 8_000 });
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
