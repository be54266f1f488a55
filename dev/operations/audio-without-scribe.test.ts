// What scribes recorded is deleted in time, although none runs any more.
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { clearAway, startParley } from '../world/service/start-parley.ts';
import { testDatabase } from '../world/service/test-database.ts';

const { url } = await testDatabase();

// Promise: E10
test('with speech off, the audio of a deleted meeting is deleted, at once or at the next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-world-'));
  const spool = join(dataDir, 'spool');
  const record = async (meetingRef: string) => {
    await mkdir(join(spool, meetingRef), { recursive: true });
    await writeFile(join(spool, meetingRef, 'trk_1.pcm'), 'audio');
  };
  await mkdir(spool);
  const env = { DATABASE_URL: url, PARLEY_SPEECH: 'off', PARLEY_KEEP_AUDIO_DAYS: '30' };
  const first = await startParley({ dataDir, env });
  const client = createClient({ baseUrl: first.url, apiKey: first.apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'Review' });
  await record(meetingRef);
  await client.meetings.cancel(meetingRef);
  await client.meetings.delete(meetingRef);
  await expect.poll(() => readdir(spool)).toEqual([]);
  await first.stop();
  await record(meetingRef);
  const second = await startParley({ dataDir, env });
  await expect.poll(() => readdir(spool)).toEqual([]);
  await second.stop();
  await clearAway(second);
});
