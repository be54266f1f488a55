import { expect, test } from 'vitest';
import { manualClock } from '../../dev/world/clock-and-log.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import type { MediaPort } from '../core/ports.ts';
import { withTimeout } from '../core/timing.ts';
import { openStore } from '../store/open-store.ts';
import { dropTask, putTask } from '../store/task.ts';
import { leaseDueTasks } from '../store/task-run.ts';
import { insertWebhook, updateWebhook } from '../store/webhook/webhook.ts';
import { hasDiskSpace, readHealth } from './health.ts';
import { meetingSettings } from '../../dev/world/service/core-scene.ts';

const { db } = await testDatabase();
const media = { listRooms: async () => [] } as unknown as MediaPort;
const clock = manualClock();
const linkKeys = { current: 'k1', keys: { k1: Buffer.alloc(32) } };
const ctx = { db, clock, media, linkKeys, settings: { ...meetingSettings } };
const hasty = { speech: () => 'off' as const, databaseHasSpace: async () => true };
// The database of a busy machine answers late.
const sources = { ...hasty, answerWithinMs: 20_000 };

test('a full disk under the database degrades the health, since reads still work, and says what to do', async () => {
  expect((await readHealth(ctx, '1', sources)).status).toBe('ok');
  const full = await readHealth(ctx, '1', { ...sources, databaseHasSpace: async () => false });
  expect(full).toMatchObject({
    status: 'degraded',
    components: { database: { status: 'degraded' } },
  });
  expect(full.components.database.detail).toContain('disk');
});

test('a machine whose clock is off is not ready', async () => {
  const off = { ...ctx, clock: { ...clock, isRight: () => false } };
  const health = await readHealth(off, '1', sources);
  expect(health.status).toBe('unavailable');
  expect(health.components.database.detail).toContain('NTP');
});

test('free space is what the file system says', async () => {
  expect(await hasDiskSpace('/proc')).toBe(false);
  expect(await hasDiskSpace('/')).toBe(true);
});

test('a database that does not answer makes the service unavailable', async () => {
  const away = openStore('postgres://parley@127.0.0.1:1/parley', 1);
  expect((await readHealth({ ...ctx, db: away }, '1', sources)).status).toBe('unavailable');
  await away.destroy();
});

test('a media server that refuses is reported with everything that may be wrong, its key included', async () => {
  const refusing = { listRooms: () => Promise.reject(new Error('401')) } as unknown as MediaPort;
  const health = await readHealth({ ...ctx, media: refusing }, '1', sources);
  expect(health).toMatchObject({
    status: 'degraded',
    components: { media: { status: 'unavailable' } },
  });
  expect(health.components.media.detail).toContain('LIVEKIT_API_SECRET');
});

test('with scribes elsewhere, a meeting that none of them takes degrades the health until one does', async () => {
  const elsewhere = { ...sources, speech: () => 'elsewhere' as const };
  await putTask(db, 'attend_meeting', 'mtg_x', clock.now());
  expect((await readHealth(ctx, '1', elsewhere)).status).toBe('ok');
  clock.advance(31);
  const unheard = await readHealth(ctx, '1', elsewhere);
  expect(unheard).toMatchObject({
    status: 'degraded',
    components: { speech: { status: 'degraded' } },
  });
  const now = clock.now();
  const lease = {
    kinds: ['attend_meeting'] as const,
    holder: 'scribe',
    now,
    leasedUntil: new Date(now.getTime() + 15_000),
    limit: 1,
  };
  await leaseDueTasks(db, lease);
  expect((await readHealth(ctx, '1', elsewhere)).status).toBe('ok');
});

test('a media server that hangs is reported within the second that a probe waits', async () => {
  const hanging = { listRooms: () => new Promise(() => {}) } as unknown as MediaPort;
  // Limits end in their order, however late a busy machine is with all of them.
  const asked = readHealth({ ...ctx, media: hanging }, '1', hasty);
  const health = await withTimeout(asked, 1_000, 'the probe waits no longer');
  expect(health.components.media.status).toBe('unavailable');
});

test('timers that no worker takes for 45 s degrade the health', async () => {
  await putTask(db, 'no_show', 'mtg_y', clock.now());
  clock.advance(44);
  expect((await readHealth(ctx, '1', sources)).status).toBe('ok');
  clock.advance(2);
  const undone = await readHealth(ctx, '1', sources);
  expect(undone).toMatchObject({
    status: 'degraded',
    components: { tasks: { status: 'degraded' } },
  });
  expect(undone.components.tasks.detail).toContain('worker');
  await dropTask(db, 'no_show', 'mtg_y');
});

test('a webhook whose key is lost degrades the health until it has a new secret, and says what to do', async () => {
  const webhook = {
    webhook_ref: 'wh_1',
    tenant: 't1',
    url: 'https://hooks.acme.test/parley',
    event_types: null,
    status: 'active' as const,
    status_reason: null,
    created_at: clock.now(),
    secret_key_id: 'k0',
    secret_number: 1,
  };
  await db.transaction().execute((tx) => insertWebhook(tx, webhook));
  const lost = await readHealth(ctx, '1', sources);
  expect(lost.status).toBe('degraded');
  expect(lost.components.tasks).toMatchObject({
    status: 'degraded',
    detail: expect.stringMatching(/link-keys\.json.*new secret/),
  });
  const scribe = { ...ctx, linkKeys: { current: '', keys: {} } };
  expect((await readHealth(scribe, '1', sources)).status).toBe('ok');
  const rotated = { secret_key_id: 'k1' };
  await db.transaction().execute((tx) => updateWebhook(tx, 'wh_1', rotated));
  expect((await readHealth(ctx, '1', sources)).status).toBe('ok');
});

test('a scribe without a working engine is not ready, and says what its engine says', async () => {
  const broken = {
    kind: 'health',
    status: 'unavailable',
    engine: null,
    detail: 'The speech model is missing.',
  } as const;
  const scribe = { ...sources, speech: () => broken };
  expect((await readHealth(ctx, '1', scribe)).status).toBe('degraded');
  const alone = await readHealth(ctx, '1', { ...scribe, isOnlyScribe: true });
  expect(alone.status).toBe('unavailable');
  expect(alone.components.speech.detail).toBe(broken.detail);
  const starts = { ...sources, speech: () => ({ ...broken, status: 'starting' as const }) };
  expect((await readHealth(ctx, '1', starts)).status).toBe('ok');
  expect((await readHealth(ctx, '1', { ...starts, isOnlyScribe: true })).status).toBe(
    'unavailable',
  );
});
