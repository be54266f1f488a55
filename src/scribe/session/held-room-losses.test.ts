// What a scribe that stood by had lost itself, when it goes on for one that is gone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { Db } from '../../store/schema.ts';
import { FRAME, frame, SECOND, twoHeard } from '../../../dev/world/speech/held-scene.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-gaps-'));
afterAll(() => rm(root, { recursive: true, force: true }));

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
  const { room, held, attendance, attend, spool, lost, dead } = await twoHeard(db, root);
  const [attending, standing] = room.sinks;
  for (let n = 2 * SECOND; n < 3 * SECOND; n += 1) attending?.write(frame(n));
  standing?.writeSilence(SECOND * FRAME);
  standing?.noteLost?.(SECOND * FRAME);
  room.say(3 * SECOND, 4 * SECOND);
  await dead.flush();
  room.sinks.shift();
  standing?.writeSilence(SECOND * FRAME);
  standing?.noteLost?.(SECOND * FRAME);
  const next = attendance();
  const taken = held.take();
  await next.resume({ isFlushed: false, held: taken });
  await attend(next, taken.listener);
  await next.flush();
  const { samples } = await spool();
  expect(samples).toHaveLength(5 * SECOND * FRAME);
  expect(await lost()).toEqual([
    { from_sample: 4 * SECOND * FRAME, to_sample: 5 * SECOND * FRAME },
  ]);
  await Promise.all([dead.close(), next.close()]);
});

test('audio from before the connection of a standby broke is in the spool, and what it missed is lost', async () => {
  const { clock, room, held, attendance, attend, spool, lost, dead } = await twoHeard(db, root);
  room.sinks.shift();
  room.say(2 * SECOND, 4 * SECOND);
  room.sinks.shift()?.end();
  held.noteBreak();
  clock.advance(5);
  room.publish('TR_1');
  room.say(5 * SECOND, 6 * SECOND);
  const next = attendance();
  const taken = held.take();
  await next.resume({ isFlushed: false, held: taken });
  await attend(next, taken.listener);
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
