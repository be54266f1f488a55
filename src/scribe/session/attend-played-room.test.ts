// A scribe with a played room: one that breaks, one whose transcript is erased while the scribe drains the spool, one
// that the scribe must leave, and one whose sound the disk refuses.
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { heardMeeting, listUtterances } from '../../../dev/world/speech/heard-meeting.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { eraseArtifact } from '../../core/artifact/erase-artifact.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import type {
  AudioSink,
  ListenerPort,
  RecognizerPort,
  ScannedWindows,
  SpoolRange,
} from '../../core/ports.ts';
import { ProcessStopping } from '../../core/task/task.ts';
import { samplesIn, SpoolFile } from '../spool/spool-file.ts';
import { spoolPath } from '../spool/spool-path.ts';
import { attendMeeting } from './attend-meeting.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-spool-'));
afterAll(() => rm(root, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const WINDOW = 512;
const FRAME = new Int16Array(800).fill(1_000);

type Join = (hear: () => AudioSink | null) => ReturnType<ListenerPort['join']>;

/** A meeting of Ana, whom a scribe attends in a room that `join` plays. */
async function attended(join: Join, recognizer: RecognizerPort) {
  const scene = coreScene(db);
  const complaints: string[] = [];
  const complain = (message: string): void => void complaints.push(message);
  scene.ctx.log = { ...scene.ctx.log, warn: complain, error: complain };
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  const guest = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, guest);
  const track = { mediaTrackSid: 'TR_1', wasThere: false, isMuted: () => false };
  const listener: ListenerPort = {
    prepare: () => {},
    join: (_, onTrack) => join(() => onTrack({ ...track, identity: guest.participantRef })),
  };
  const attend = attendMeeting({ recognizer, listener, spoolRoot: root, onDisk: () => {} });
  const stop = new AbortController();
  return {
    ...scene,
    meetingRef,
    complaints,
    stop,
    attended: attend(scene.ctx, { ref: meetingRef }, stop.signal),
    end: () => endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null }),
  };
}

/** Hears speech in everything. */
const hearingSpeech = (more: Partial<RecognizerPort>) =>
  playedRecognizer({
    scan: async (range) => speechIn(range),
    transcribe: async () => ({ text: 'Hello.', languageCode: 'en' }),
    ...more,
  });

function speechIn({ fromSample, toSample }: SpoolRange): ScannedWindows {
  const count = Math.floor((toSample - fromSample) / WINDOW);
  return { speech: new Uint8Array(count).fill(1), level: new Float32Array(count).fill(0.1) };
}

/** A room in which two seconds were said. */
const speaks =
  (over: Promise<number>): Join =>
  async (hear) => {
    const sink = hear();
    for (let i = 0; i < 40; i++) sink?.write(FRAME);
    return { over, review: () => {}, leave: async () => sink?.end() };
  };

const tracks = () => db.selectFrom('track').selectAll().execute();

// Promise: E10
test('a transcript erased while a scribe drains its meeting ends the scribe quietly, and stays erased', async () => {
  const { promise: scanned, resolve: letScan } = Promise.withResolvers<void>();
  const { promise: over, resolve: close } = Promise.withResolvers<number>();
  /** Tracks whose speaker is expected to end. */
  const expected = new Set<string>();
  const recognizer = hearingSpeech({
    scan: async (range) => {
      await scanned;
      return speechIn(range);
    },
    expectEnd: (trackRef, inMs) =>
      void (inMs === null ? expected.delete(trackRef) : expected.add(trackRef)),
  });
  const all = await attended(speaks(over), recognizer);
  await until('the track is there', 15_000, async () => (await tracks()).length === 1);
  await all.end();
  close(Date.now());
  await until('the meeting is over', 10_000, async () => {
    await all.work();
    return (await all.meeting(all.meetingRef)).state === 'ended';
  });
  const { actor, meetingRef } = all;
  await eraseArtifact(all.ctx, { actor, meetingRef, kind: 'transcript' });
  letScan();
  await all.attended;
  expect(all.complaints).toEqual([]);
  expect([...expected], 'the recognizer keeps nothing of it').toEqual([]);
  expect([await tracks(), await db.selectFrom('utterance').selectAll().execute()]).toEqual([
    [],
    [],
  ]);
});

test('audio is reported lost from the start of a break, even if reconnecting takes several attempts', async () => {
  const { promise: over, resolve: close } = Promise.withResolvers<number>();
  let joins = 0;
  /** Breaks once something was said; then the media server refuses twice, and the next stay is over when told. */
  const breaks: Join = async (hear) => {
    joins += 1;
    if (joins === 2 || joins === 3) throw new Error('refused');
    if (joins > 3) return { over, review: () => {}, leave: async () => {} };
    const sink = hear();
    sink?.write(FRAME);
    const broken = until('it was heard', 15_000, async () => (await tracks()).length > 0);
    return {
      over: broken.then(() => {
        sink?.write(FRAME);
        sink?.end();
        return Date.now();
      }),
      review: () => {},
      leave: async () => sink?.end(),
    };
  };
  const all = await attended(breaks, playedRecognizer());
  await until('the scribe is back', 10_000, () => joins > 3);
  await all.end();
  close(Date.now());
  await all.attended;
  const rows = await db.selectFrom('utterance').select('state').execute();
  expect(rows).toEqual([{ state: 'lost' }]);
});

test('a scribe that is told to stop transcribes what it received until then', async () => {
  const all = await attended(speaks(new Promise(() => {})), hearingSpeech({}));
  await until('the track is there', 15_000, async () =>
    (await tracks()).some((track) => track.meeting_ref === all.meetingRef),
  );
  all.stop.abort(new ProcessStopping('The process stops'));
  await expect(all.attended).rejects.toThrow('The process stops');
  expect(await listUtterances(db, all.meetingRef)).toMatchObject([{ state: 'words' }]);
  await all.end();
});

test('a scribe that takes long to leave the room notes no silence in which the next one may hear speech', async () => {
  const slowly: Join = async (hear) => {
    const stay = await speaks(new Promise(() => {}))(hear);
    const leave = async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] });
      await stay.leave();
      vi.advanceTimersByTime(5_000);
      vi.useRealTimers();
    };
    return { ...stay, leave };
  };
  const all = await attended(slowly, hearingSpeech({}));
  const track = async () => (await tracks()).find((one) => one.meeting_ref === all.meetingRef);
  await until('its sound is in the spool', 15_000, async () => {
    const ref = (await track())?.track_ref;
    return ref && (await samplesIn(spoolPath(root, all.meetingRef, ref))) === 40 * FRAME.length;
  });
  all.stop.abort(new ProcessStopping('The process stops'));
  await expect(all.attended).rejects.toThrow('The process stops');
  expect((await track())?.scanned_samples).toBe(40 * FRAME.length);
  await all.end();
});

test('a meeting ends half a minute after the disk refuses everything, and its sound is reported lost', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const { meetingRef, attendance, track } = await heardMeeting(db, root);
  const scribe = attendance();
  await scribe.resume({ isFlushed: false });
  vi.spyOn(SpoolFile.prototype, 'write').mockRejectedValue(new Error('read-only file system'));
  for (const mediaTrackSid of ['TR_1', 'TR_2'])
    scribe.hearTrack({ ...track, mediaTrackSid }).write(FRAME);
  const flushed = scribe.flush();
  vi.advanceTimersByTime(30_001);
  await flushed;
  await scribe.close();
  expect(await listUtterances(db, meetingRef)).toMatchObject([
    { state: 'lost' },
    { state: 'lost' },
  ]);
});

test('a scribe whose lease is in doubt writes no file until it has it back, and none when it ends', async () => {
  const { meetingRef, attendance, track } = await heardMeeting(db, root);
  let isHeld = true;
  let asked = 0;
  const ask = () => {
    asked += 1;
    return isHeld;
  };
  const scribe = attendance(root, { isHeld: ask });
  await scribe.resume({ isFlushed: false });
  const sink = scribe.hearTrack(track);
  sink.write(FRAME);
  await scribe.flush();
  const row = (await tracks()).find((one) => one.meeting_ref === meetingRef);
  const path = spoolPath(root, meetingRef, row?.track_ref ?? '');
  const samples = async () => (await stat(path)).size / 2;
  isHeld = false;
  sink.write(FRAME);
  const flushed = scribe.flush();
  const before = asked;
  await until('it has asked again and again', 15_000, () => asked > before + 4);
  expect(await samples()).toBe(FRAME.length);
  isHeld = true;
  await flushed;
  expect(await samples()).toBe(2 * FRAME.length);
  isHeld = false;
  sink.write(FRAME);
  await scribe.handOver();
  await scribe.close();
  expect(await samples()).toBe(2 * FRAME.length);
});

test('when a meeting is over, its sound survives a power cut', async () => {
  const { attendance, track } = await heardMeeting(db, root);
  const anyFile = await open(root);
  const synced = vi.spyOn(Object.getPrototypeOf(anyFile) as typeof anyFile, 'datasync');
  await anyFile.close();
  const scribe = attendance();
  await scribe.resume({ isFlushed: false });
  scribe.hearTrack(track).write(FRAME);
  await scribe.flush();
  expect(synced).toHaveBeenCalled();
  await scribe.close();
});
