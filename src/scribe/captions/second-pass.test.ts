import { beforeEach, describe, expect, it } from 'vitest';
import { comeIn, coreScene, type CoreScene } from '../../../dev/world/service/core-scene.ts';
import { keptObjects } from '../../../dev/world/service/object-store.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { TranscriptContent } from '../../core/artifact/empty-content.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import {
  RangeFailed,
  type RecognizerHealth,
  type RecognizerPort,
  type Words,
} from '../../core/ports.ts';
import { attendMeeting } from '../session/attend-meeting.ts';
import { appendUtterances, noteWords } from '../../core/transcript/append-utterance.ts';
import { openTrack } from '../../core/transcript/open-track.ts';
import { secondPass } from './second-pass.ts';
import { noteCaptureDone, noteCaptureFlushed } from '../../core/transcript/capture.ts';

const LIVE = { name: 'scripted', model: 'quick', quality: 'basic' } as const;
const BETTER = { name: 'scripted', model: 'better', quality: 'standard' } as const;
const { db } = await testDatabase();

let scene: CoreScene;
let meetingRef: string;
let trackRef: string;

/** A meeting that is over, with three live ranges of two seconds: two with words, one that could not be decoded. */
beforeEach(async () => {
  scene = coreScene(db);
  const link = await scene.newMeeting();
  meetingRef = link.meetingRef;
  const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, admission);
  const { participantRef } = admission;
  const track = await openTrack(scene.ctx, {
    meetingRef,
    participantRef,
    mediaTrackSid: 'TR_1',
    startedAt: scene.clock.now(),
  });
  trackRef = track?.trackRef ?? '';
  const cuts = [16_000, 80_000, 160_000].map((fromSample) => ({
    fromSample,
    toSample: fromSample + 32_000,
    isForced: false,
  }));
  await appendUtterances(scene.ctx, { trackRef, cuts, scannedSamples: 200_000, closed: true });
  for (const [i, text] of ['We chip on Friday.', 'Who sends the rapport?'].entries())
    await noteWords(
      scene.ctx,
      { trackRef, fromSample: cuts[i]?.fromSample ?? 0 },
      { text, languageCode: 'en' },
    );
  await noteWords(scene.ctx, { trackRef, fromSample: 160_000 }, null);
  scene.clock.advance(60);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
  await noteCaptureFlushed(scene.ctx, meetingRef);
});

/** Answers by the first sample of a range. */
function better(
  answer: (fromSample: number) => Words | Promise<Words>,
  health: RecognizerHealth['status'] = 'ok',
) {
  const asked: number[] = [];
  const recognizer: RecognizerPort = {
    engine: BETTER,
    languages: null,
    health: () => ({ status: health, detail: null }),
    prepare: () => {},
    scan: () => Promise.reject(new Error('voices are not detected again')),
    transcribe: async ({ fromSample }) => {
      asked.push(fromSample);
      return answer(fromSample);
    },
    transcribeInterim: async () => null,
    expectEnd: () => {},
  };
  return { recognizer, asked };
}

const pass = (
  recognizer: RecognizerPort,
  more: { signal?: AbortSignal; limitMs?: number; awayMs?: number } = {},
) =>
  secondPass({
    ctx: scene.ctx,
    recognizer,
    meetingRef,
    pathOf: () => 'spool',
    spoken: { languageCode: null, terms: [] },
    signal: new AbortController().signal,
    ...more,
  });

async function outcome(second: Awaited<ReturnType<typeof pass>>) {
  await noteCaptureDone(scene.ctx, meetingRef, LIVE, second);
  await scene.work();
  const { result, content } = await scene.artifact(meetingRef, 'transcript');
  const { engine, segments, speakers } = content as TranscriptContent;
  return {
    result,
    engine,
    speakers: speakers.length,
    texts: segments.map((segment) => segment.text),
  };
}

const english = (text: string): Words => ({ text, languageCode: 'en' });
const REPEATED = english('Said again.');

describe('a second pass', () => {
  it('replaces the live words, decodes what failed live, and is the engine that the transcript names', async () => {
    const texts = new Map([
      [16_000, 'We ship on Friday.'],
      [80_000, 'Who sends the report?'],
      [160_000, 'I do.'],
    ]);
    const { recognizer, asked } = better((from) => english(texts.get(from) ?? ''));
    const { texts: said, ...rest } = await outcome(await pass(recognizer));
    expect(rest).toEqual({ result: 'complete', engine: BETTER, speakers: 1 });
    expect(said.join(' ')).toBe('We ship on Friday. Who sends the report? I do.');
    expect(asked.toSorted((a, b) => a - b)).toEqual([...texts.keys()]);
  });

  it('never removes words: the live words remain after an empty result or a failure', async () => {
    const { recognizer } = better((from) => {
      if (from === 16_000) return english('');
      if (from === 80_000) throw new RangeFailed('not this one');
      return english('I do.');
    });
    expect((await outcome(await pass(recognizer))).texts.join(' ')).toBe(
      'We chip on Friday. Who sends the rapport? I do.',
    );
  });

  it.each<[string, () => ReturnType<typeof better>, { limitMs?: number; awayMs?: number }]>([
    ['fails', () => better(() => Promise.reject(new Error('broken'))), {}],
    [
      'takes too long',
      () => better((from) => (from === 16_000 ? REPEATED : new Promise<Words>(() => {}))),
      { limitMs: 50 },
    ],
    ['cannot be loaded', () => better(() => new Promise<Words>(() => {}), 'unavailable'), {}],
    ['is away', () => better(() => new Promise<Words>(() => {}), 'degraded'), { awayMs: 50 }],
  ])('that %s leaves every live word and the live engine', async (_title, made, limits) => {
    const second = await pass(made().recognizer, limits);
    expect(second).toBeNull();
    expect(await outcome(second)).toMatchObject({
      result: 'partial',
      engine: LIVE,
      texts: ['We chip on Friday.', 'Who sends the rapport?'],
    });
  });

  it('that was stopped continues later, and requests no range twice', async () => {
    const stop = new AbortController();
    const first = better((from) => {
      if (from === 16_000) return english('We ship on Friday.');
      return new Promise<Words>(() => {});
    });
    const running = pass(first.recognizer, { signal: stop.signal });
    await expect.poll(async () => (await noted()).length).toBe(1);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    const next = better(() => REPEATED);
    const { texts } = await outcome(await pass(next.recognizer));
    expect(next.asked).toEqual([80_000, 160_000]);
    expect(texts.join(' ')).toBe('We ship on Friday. Said again. Said again.');
  });

  it('that comes after the transcript is available changes nothing', async () => {
    const before = await outcome(null);
    const second = await pass(better(() => REPEATED).recognizer);
    expect(await outcome(second)).toEqual(before);
  });

  it('does not wait long for an object storage that fails', async () => {
    const { store, state } = keptObjects();
    state.isAway = true;
    const attend = attendMeeting({
      recognizer: playedRecognizer(),
      second: better(() => ({ text: 'We ship on Friday.', languageCode: 'en' })).recognizer,
      listener: { prepare: () => {}, join: () => Promise.reject(new Error('the room is over')) },
      spoolRoot: '/nowhere',
      spoolStore: store,
      storeAwayMs: 300,
      onDisk: () => {},
    });
    await attend(scene.ctx, { ref: meetingRef }, new AbortController().signal);
    await scene.work();
    expect(await scene.artifact(meetingRef, 'transcript')).toMatchObject({ result: 'complete' });
  });
});

const noted = () =>
  db
    .selectFrom('utterance')
    .select('second_text')
    .where('track_ref', '=', trackRef)
    .where('second_text', 'is not', null)
    .execute();
