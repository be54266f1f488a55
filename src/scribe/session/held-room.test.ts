// A scribe is gone and the one that stood by goes on, with a played room and a played recognizer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { FRAME, frame, heldScene, SECOND, twoHeard } from '../../../dev/world/speech/held-scene.ts';
import type { AudioSink } from '../../core/ports.ts';
import type { Db } from '../../store/schema.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-held-'));
afterAll(() => rm(root, { recursive: true, force: true }));

test('audio since the last write of a dead scribe is in the spool, once', async () => {
  const { room, takeOver, spool, lost, dead } = await twoHeard(db, root);
  // It is gone: what it hears from now on reaches no file.
  room.sinks.shift();
  room.say(2 * SECOND, 4 * SECOND);
  const next = await takeOver();
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
  const { room, held, attendance, spool, lost, dead } = await twoHeard(db, root);
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
  const { clock, room, held, attendance, attend, standBy, lost } = await heldScene(db, root);
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
  const { clock, room, held, standBy } = await heldScene(db, root);
  clock.advance(3_600);
  await standBy();
  room.say(0, SECOND);
  const [track] = held.take().tracks;
  expect(track?.recent.startedAtMs).toBe(clock.now().getTime());
});

test('a track that begins, and even ends, during a takeover is received whole', async () => {
  const { room, held, standBy } = await heldScene(db, root);
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
  const { clock, room, held, standBy } = await heldScene(db, root);
  const stay = await standBy();
  room.say(0, SECOND);
  room.sinks[0]?.end();
  room.publish('TR_2');
  clock.advance(35);
  stay.review();
  expect(held.take().tracks.map(({ track }) => track.mediaTrackSid)).toEqual(['TR_2']);
});

test('after a takeover only the attending scribe leaves the room', async () => {
  const { room, held, standBy } = await heldScene(db, root);
  const stay = await standBy();
  const taken = held.take();
  expect(held.taken.aborted).toBe(true);
  await stay.leave();
  expect(room.left).not.toHaveBeenCalled();
  await taken.leave();
  await taken.leave();
  expect(room.left).toHaveBeenCalledTimes(1);
});

/** The database, of which every other query for utterances fails. */
function awayEverySecondTime(): Db {
  let asked = 0;
  return new Proxy(db, {
    get: (_, name: keyof Db) => {
      if (name !== 'selectFrom') return (db[name] as () => unknown).bind(db);
      return (table: 'utterance') => {
        if (table === 'utterance' && (asked += 1) % 2 === 1)
          throw new Error('the database is away');
        return db.selectFrom(table);
      };
    },
  });
}

test('what the network lost while a scribe stood by counts as lost, unless the dead one had received it', async () => {
  const { room, takeOver, spool, lost, dead } = await twoHeard(db, root);
  const [attending, standing] = room.sinks;
  for (let n = 2 * SECOND; n < 3 * SECOND; n += 1) attending?.write(frame(n));
  standing?.writeSilence(SECOND * FRAME);
  standing?.noteLost?.(SECOND * FRAME);
  room.say(3 * SECOND, 4 * SECOND);
  await dead.flush();
  room.sinks.shift();
  standing?.writeSilence(SECOND * FRAME);
  standing?.noteLost?.(SECOND * FRAME);
  const next = await takeOver();
  await next.flush();
  const { samples } = await spool();
  expect(samples).toHaveLength(5 * SECOND * FRAME);
  expect(await lost()).toEqual([
    { from_sample: 4 * SECOND * FRAME, to_sample: 5 * SECOND * FRAME },
  ]);
  await Promise.all([dead.close(), next.close()]);
});

test('audio from before the connection of a standby broke is in the spool, and what it missed is lost', async () => {
  const { clock, room, held, takeOver, spool, lost, dead } = await twoHeard(db, root);
  room.sinks.shift();
  room.say(2 * SECOND, 4 * SECOND);
  room.sinks.shift()?.end();
  held.noteBreak();
  clock.advance(5);
  room.publish('TR_1');
  room.say(5 * SECOND, 6 * SECOND);
  const next = await takeOver();
  await next.flush();
  const { samples } = await spool();
  const second = (n: number) => samples.slice(n * SECOND * FRAME, (n + 1) * SECOND * FRAME);
  const said = (n: number) =>
    Int16Array.from(Array.from({ length: SECOND }, (_, i) => [...frame(n * SECOND + i)]).flat());
  for (const n of [0, 1, 2, 3, 5]) expect(second(n)).toEqual(said(n));
  expect(second(4)).toEqual(new Int16Array(SECOND * FRAME));
  expect(await lost()).toEqual([
    { from_sample: 4 * SECOND * FRAME, to_sample: 5 * SECOND * FRAME },
  ]);
  await Promise.all([dead.close(), next.close()]);
});

test('a database that is away again during a takeover costs nothing of what a standby received', async () => {
  const { ctx, room, held, attendance, spool, lost, dead } = await twoHeard(db, root);
  room.sinks.shift();
  room.say(2 * SECOND, 4 * SECOND);
  const next = attendance(root, { ctx: { ...ctx, db: awayEverySecondTime() } });
  await next.resume({ isFlushed: false, held: held.take() });
  await next.flush();
  expect((await spool()).samples).toHaveLength(4 * SECOND * FRAME);
  expect(await lost()).toEqual([]);
  await Promise.all([dead.close(), next.close()]);
});
