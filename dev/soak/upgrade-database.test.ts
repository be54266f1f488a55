// A product that was filled with an older PostgreSQL, and goes on with the installed one.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { projectRoot } from '../../setup/places.mjs';
import { startOlderPostgres } from '../world/postgres-clusters.ts';
import {
  callGuestApi,
  clearAway,
  launchParley,
  startParley,
} from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

const SPEECH_OFF = { PARLEY_SPEECH: 'off', PARLEY_SUMMARY: 'off' };

test('keys, meetings, links and secrets hold after the database came to another major version', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-upgrade-'));
  const older = await startOlderPostgres(dataDir);
  const first = await startParley({ dataDir, env: { ...SPEECH_OFF, DATABASE_URL: older.url } });
  const client = createClient({ baseUrl: first.url, apiKey: first.apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'Before' });
  const link = await client.guestLinks.create(meetingRef, { idempotencyKey: 'link' });
  const url = 'https://hooks.example.org/parley';
  const { secret } = await client.webhooks.create({ url }, { idempotencyKey: 'hook' });
  await first.stop();
  await older.stop();

  const refused = await launchParley({ dataDir, env: SPEECH_OFF });
  expect(await until('its end', 60_000, () => refused.exitCode() ?? undefined)).toBe(1);
  expect(refused.output()).toContain('run `parley upgrade-database` once');

  const program = join(projectRoot(), 'src/app/command-line.ts');
  const env = { ...process.env, PARLEY_DATA_DIR: dataDir };
  const upgrade = promisify(execFile)(process.execPath, [program, 'upgrade-database'], { env });
  expect((await upgrade).stdout).toContain('start Parley now');

  const second = await startParley({ dataDir, env: SPEECH_OFF });
  const again = createClient({ baseUrl: second.url, apiKey: first.apiKey });
  expect((await again.meetings.read(meetingRef)).title).toBe('Before');
  const joined = await callGuestApi(second, `links/${link.guestLinkRef}/join`, {
    secret: new URL(link.guestUrl).hash.slice('#k='.length),
    displayName: 'Ana',
  });
  expect(joined).toHaveProperty('mediaToken');
  expect((await again.webhooks.create({ url }, { idempotencyKey: 'hook' })).secret).toBe(secret);
  expect((await again.meetings.create({ title: 'After' })).meetingState).toBe('created');
  await second.stop();
  await clearAway(second);
  await rm(dataDir, { recursive: true, force: true });
});
