// A scribe is gone and the one that stood by goes on, with a played room and a played recognizer.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import type { AudioSink, ListenerPort } from '../../core/ports.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import { spoolPath } from '../spool/spool-path.ts';
import { Attendance } from './attendance.ts';
import { HeldRoom } from './held-room.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-held-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const FRAME = 320;
const SECOND = 50;
/** Frame `n` of a voice that never repeats. */
function frame(n: number): Int16Array {
  return Int16Array.from({ length: FRAME }, (_, i) => {
    const at = n * FRAME + i;
    return 3_000 * Math.sin(at / 20 + 4 * Math.sin(at / 3_000)) + 1_000 * Math.sin(at / 7);
  });
}

/** A played room: whoever joins hears what is said from then on. */
function playedRoom(track: { identity: string }) {
  const sinks: AudioSink[] = [];
  const left = vi.fn(async () => {});
  let publish: (mediaTrackSid: string) => void = () => {};
  const listener: ListenerPort = {
    prepare: () => {},
    join: async (_, onTrack) => {
      publish = (mediaTrackSid) => {
        const heard = { ...track, mediaTrackSid, wasThere: false, isMuted: () => false };
        const sink = onTrack(heard);
        if (sink) sinks.push(sink);
      };
      publish('TR_1');
      return { over: new Promise(() => {}), review: () => {}, leave: left };
    },
  };
  return {
    listener,
    left,
    sinks,
    publish: (mediaTrackSid: string) => publish(mediaTrackSid),
    say: (from: number, to: number) => {
      for (let n = from; n < to; n += 1) for (const sink of sinks) sink.write(frame(n));
    },
  };
}

async function scene() {
  const core = coreScene(db);
  const link = await core.newMeeting();
  const guest = await comeIn(core.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(core.ctx, guest);
  const room = playedRoom({ identity: guest.participantRef });
  const attendance = (spoolRoot = root) =>
    new Attendance({
      ctx: core.ctx,
      recognizer: playedRecognizer(),
      spoolRoot,
      meetingRef: link.meetingRef,
      spoken: { languageCode: null, terms: [] },
      signal: new AbortController().signal,
      onDisk: () => {},
    });
  const held = new HeldRoom(room.listener, core.clock);
  return {
    clock: core.clock,
    room,
    held,
    attendance,
    attend: (scribe: Attendance, listener = room.listener) =>
      listener.join(
        '',
        (track) => scribe.hearTrack(track),
        () => true,
      ),
    standBy: () =>
      held.join(
        '',
        (track) => held.hearTrack(track, { wasUnheard: false }),
        () => true,
      ),
    spool: async (spoolRoot = root) => {
      const { track_ref: ref, ...row } = await db
        .selectFrom('track')
        .selectAll()
        .where('meeting_ref', '=', link.meetingRef)
        .executeTakeFirstOrThrow();
      const bytes = await readFile(spoolPath(spoolRoot, link.meetingRef, ref));
      return { ...row, samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) };
    },
    lost: () =>
      db
        .selectFrom('utterance')
        .innerJoin('track', 'track.track_ref', 'utterance.track_ref')
        .select(['from_sample', 'to_sample'])
        .where('track.meeting_ref', '=', link.meetingRef)
        .where('utterance.state', '=', 'lost')
        .execute(),
  };
}

/** A scribe attends and has written two seconds; another one stands by. */
async function twoHeard() {
  const all = await scene();
  const dead = all.attendance();
  await dead.resume({ isFlushed: false });
  await all.attend(dead);
  await all.standBy();
  all.room.say(0, 2 * SECOND);
  await dead.flush();
  return { ...all, dead };
}

test('audio since the last write of a dead scribe is in the spool, once', async () => {
  const { room, held, attendance, attend, spool, lost, dead } = await twoHeard();
  // It is gone: what it hears from now on reaches no file.
  room.sinks.shift();
  room.say(2 * SECOND, 4 * SECOND);
  const next = attendance();
  const taken = held.take();
  await next.resume({ isFlushed: false, held: taken });
  await attend(next, taken.listener);
  room.say(4 * SECOND, 5 * SECOND);
  await next.flush();
  const { samples } = await spool();
  expect(samples).toEqual(
    Int16Array.from(Array.from({ length: 5 * SECOND }, (_, n) => [...frame(n)]).flat()),
  );
  expect(await lost()).toEqual([]);
  expect(room.left).not.toHaveBeenCalled();
  await Promise.all([dead.close(), next.close()]);
});

test('audio that a lost machine had not scanned is written again, and nothing is reported lost', async () => {
  const { room, held, attendance, spool, lost, dead } = await twoHeard();
  room.sinks.shift();
  const elsewhere = await mkdtemp(join(tmpdir(), 'parley-successor-'));
  const next = attendance(elsewhere);
  await next.resume({ isFlushed: false, held: held.take() });
  await next.flush();
  const { samples } = await spool(elsewhere);
  expect(samples.slice(-FRAME)).toEqual(frame(2 * SECOND - 1));
  expect(await lost()).toEqual([]);
  await Promise.all([dead.close(), next.close()]);
  await rm(elsewhere, { recursive: true });
});

test('audio from before the standby joined is reported lost', async () => {
  const { clock, room, held, attendance, attend, standBy, lost } = await scene();
  const dead = attendance();
  await dead.resume({ isFlushed: false });
  await attend(dead);
  room.say(0, SECOND);
  await dead.flush();
  room.sinks.shift();
  clock.advance(10);
  await standBy();
  room.say(10 * SECOND, 11 * SECOND);
  const next = attendance();
  await next.resume({ isFlushed: false, held: held.take() });
  await next.flush();
  const [range, ...more] = await lost();
  expect(more).toEqual([]);
  expect(range?.from_sample).toBe(SECOND * FRAME);
  expect((range?.to_sample ?? 0) / 16_000).toBeCloseTo(10, 0);
  await Promise.all([dead.close(), next.close()]);
});

test('what a standby keeps has the time of the database, also after the machine slept', async () => {
  const { clock, room, held, standBy } = await scene();
  clock.advance(3_600);
  await standBy();
  room.say(0, SECOND);
  const [track] = held.take().tracks;
  expect(track?.recent.startedAtMs).toBe(clock.now().getTime());
});

test('a track that begins, and even ends, during a takeover is received whole', async () => {
  const { room, held, standBy } = await scene();
  await standBy();
  const taken = held.take();
  room.publish('TR_2');
  room.sinks.shift();
  room.say(0, SECOND);
  room.sinks[0]?.writeSilence(FRAME);
  room.sinks[0]?.end();
  const received: (Int16Array | number | string)[] = [];
  const sink: AudioSink = {
    write: (samples) => void received.push(samples),
    writeSilence: (samples) => void received.push(samples),
    end: () => void received.push('end'),
  };
  const onTrack = vi.fn(({ mediaTrackSid }) => (mediaTrackSid === 'TR_2' ? sink : null));
  await taken.listener.join('', onTrack, () => true);
  const said = Array.from({ length: SECOND }, (_, n) => frame(n));
  expect(received).toEqual([...said, FRAME, 'end']);
});

test('a track that ended is forgotten half a minute later', async () => {
  const { clock, room, held, standBy } = await scene();
  const stay = await standBy();
  room.say(0, SECOND);
  room.sinks[0]?.end();
  room.publish('TR_2');
  clock.advance(35);
  stay.review();
  expect(held.take().tracks.map(({ track }) => track.mediaTrackSid)).toEqual(['TR_2']);
});

test('after a takeover only the attending scribe leaves the room', async () => {
  const { room, held, standBy } = await scene();
  const stay = await standBy();
  const taken = held.take();
  expect(held.taken.aborted).toBe(true);
  await stay.leave();
  expect(room.left).not.toHaveBeenCalled();
  await taken.leave();
  await taken.leave();
  expect(room.left).toHaveBeenCalledTimes(1);
});
