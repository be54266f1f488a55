import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { listEventsAfter } from '../../store/event.ts';
import { lockMeeting, noteAboutMeeting } from '../../store/meeting.ts';
import { inTransaction } from '../context.ts';
import { cancelMeeting } from '../meeting/cancel-meeting.ts';
import { followEvents } from './event-tail.ts';
import { openEventLog } from './read-event-log.ts';
import { recordEvent } from './record-event.ts';
import { writeEvents } from './write-events.ts';

const { db } = await testDatabase();
const scene = coreScene(db);
const NOW = scene.clock.now();
const positions = async (tenant: string, after = 0) =>
  (await listEventsAfter(db, tenant, after, 1_000)).map((row) => row.position);

describe('the log of a tenant', () => {
  test('shows no event before an earlier one, even when the earlier transaction commits last', async () => {
    const { meetingRef } = await scene.newMeeting();
    const meeting = { ...(await scene.meeting(meetingRef)), tenant: 'slow' };
    const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = inTransaction(scene.ctx, async (tx) => {
      recordEvent(tx, 'meeting.state_changed', meeting, scene.clock.now());
      await writeEvents(tx.db, tx.events.splice(0), NOW);
      held.resolve();
      await letGo.promise;
    });
    await held.promise;
    let quickIsOver = false;
    const quick = inTransaction(scene.ctx, async (tx) =>
      recordEvent(tx, 'transcript.available', meeting, scene.clock.now()),
    ).then(() => {
      quickIsOver = true;
    });
    await until('the quick one waits for the slow one', 15_000, async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      );
      return Number(rows[0]?.count) > 0;
    });
    expect(quickIsOver).toBe(false);
    expect(await positions('slow')).toEqual([]);
    letGo.resolve();
    await Promise.all([slow, quick]);
    expect(
      (await listEventsAfter(db, 'slow', 0, 10)).map((row) => [row.position, row.type]),
    ).toEqual([
      [1, 'meeting.state_changed'],
      [2, 'transcript.available'],
    ]);
  });

  test('blocks no transaction that still has work to do before its event gets its number', async () => {
    const { meetingRef } = await scene.newMeeting();
    const meeting = await scene.meeting(meetingRef);
    const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = inTransaction(scene.ctx, async (tx) => {
      recordEvent(tx, 'meeting.state_changed', { ...meeting, tenant: 'busy' }, NOW);
      await writeEvents(tx.db, tx.events.splice(0), NOW);
      held.resolve();
      await letGo.promise;
    });
    await held.promise;
    const worked = Promise.withResolvers<void>();
    const overlapping = inTransaction(scene.ctx, async (tx) => {
      recordEvent(tx, 'meeting.state_changed', { ...meeting, tenant: 'busy' }, NOW);
      await lockMeeting(tx.db, meetingRef);
      await noteAboutMeeting(tx.db, meetingRef, { media_seen_at: NOW });
      worked.resolve();
    });
    await worked.promise;
    letGo.resolve();
    await Promise.all([slow, overlapping]);
    expect((await scene.meeting(meetingRef)).media_seen_at).toEqual(NOW);
    expect(await positions('busy')).toEqual([1, 2]);
  });

  test('a reader that continues from its last event misses nothing while many write at once', async () => {
    const meetings = await Promise.all(Array.from({ length: 30 }, () => scene.newMeeting()));
    const seen: number[] = [];
    let writing = true;
    const reader = (async () => {
      for (;;) {
        const last = !writing;
        seen.push(...(await positions('acme', seen.at(-1) ?? 0)));
        if (last) return;
      }
    })();
    await Promise.all(
      meetings.map(({ meetingRef }) =>
        cancelMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null }),
      ),
    );
    writing = false;
    await reader;
    expect(seen).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
  });

  test('tells a reader whose place is no longer kept, or is ahead of the log, to start again', async () => {
    const open = (after: number | null) => openEventLog(scene.ctx, { actor: scene.actor, after });
    const last = await open(null);
    await db.deleteFrom('event').where('tenant', '=', 'acme').where('position', '<=', 10).execute();
    expect([await open(10), await open(last), await open(0)]).toEqual([10, last, 10]);
    await expect(open(9)).rejects.toMatchObject({ code: 'events_expired' });
    await expect(open(last + 1)).rejects.toMatchObject({ code: 'events_expired' });
  });
});

test('checks for new events that keep failing are logged once, and once more when they work again', async () => {
  let failures = 0;
  const away = new Proxy(db, {
    get: (target, name: keyof typeof db) => {
      if (name === 'selectFrom' && failures < 3) throw new Error(`failure ${++failures}`);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const lines: string[] = [];
  const note = (message: string) => void lines.push(message);
  const log = { ...scene.ctx.log, warn: note, info: note };
  const unfollow = followEvents({ db: away, log }).follow('acme', () => {});
  await until('it can again', 30_000, () => lines.some((line) => line.endsWith('again')));
  unfollow();
  expect([failures, ...lines]).toEqual([
    3,
    'could not check for new events',
    'checks for new events work again',
  ]);
});
