// A backup beside the running service, restored into another folder.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { projectRoot } from '../../setup/places.mjs';
import {
  callGuestApi,
  clearAway,
  launchParley,
  startParley,
} from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

const NO_LIMITS = {
  PARLEY_RATE_WRITE_PER_MINUTE: '0',
  PARLEY_RATE_READ_PER_MINUTE: '0',
  PARLEY_SPEECH: 'off',
};

/** `parley ...` on a data folder; its exit code and what it said. */
async function parley(dataDir: string, ...args: string[]) {
  const env = { ...process.env, PARLEY_DATA_DIR: dataDir, PARLEY_OPS_PORT: '0' };
  const program = join(projectRoot(), 'src/app/command-line.ts');
  return promisify(execFile)(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
}

test('a restore contains everything acknowledged before the end of the backup; links and secrets work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  const file = join(folder, 'backup.tar');
  const first = await startParley({ env: NO_LIMITS });
  const client = createClient({ baseUrl: first.url, apiKey: first.apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'Before' });
  const { guestUrl } = await client.guestLinks.create(meetingRef, { idempotencyKey: 'link' });
  const url = 'https://hooks.example.org/parley';
  const { secret } = await client.webhooks.create({ url }, { idempotencyKey: 'hook' });

  const sound = Buffer.from('sound that has no words yet');
  const spooled = (dataDir: string) => join(dataDir, 'spool', meetingRef, 'trk_1.pcm');
  await mkdir(dirname(spooled(first.dataDir)), { recursive: true });
  await writeFile(spooled(first.dataDir), sound);

  let isOver = false;
  const acknowledged: { ref: string; at: number }[] = [];
  const writing = (async () => {
    while (!isOver) {
      const { meetingRef: ref } = await client.meetings.create({ title: 'x' });
      acknowledged.push({ ref, at: Date.now() });
    }
  })();
  await until('some are acknowledged', 60_000, () => acknowledged.length > 20);
  const before = acknowledged.length;
  const { code, said } = await parley(first.dataDir, 'backup', file, '--json');
  isOver = true;
  await writing;
  expect(code).toBe(0);
  const endedAt = Date.parse(JSON.parse(said).endedAt);
  const wanted = acknowledged.filter(({ at }) => at <= endedAt).map(({ ref }) => ref);
  expect(wanted.length).toBeGreaterThan(before);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await clearAway(first);

  const dataDir = join(folder, 'restored');
  await mkdir(join(dataDir, '.restore-killed'), { recursive: true });
  const refused = await launchParley({ env: NO_LIMITS, dataDir });
  await until('it ends', 60_000, () => refused.exitCode() === 1);
  expect(refused.output()).toContain('is not finished');
  expect(await readdir(dataDir)).toEqual(['.restore-killed']);
  expect((await parley(dataDir, 'restore', file)).code).toBe(0);
  expect(await readFile(spooled(dataDir))).toEqual(sound);
  const second = await startParley({ env: NO_LIMITS, dataDir });
  const again = createClient({ baseUrl: second.url, apiKey: first.apiKey });
  const restored = new Set<string>();
  for await (const meeting of again.meetings.listAll({ pageSize: 200 }))
    restored.add(meeting.meetingRef);
  expect(wanted.filter((ref) => !restored.has(ref))).toEqual([]);
  // The secrets are derived from the keys of the data folder: a replay gives the same ones.
  const link = await again.guestLinks.create(meetingRef, { idempotencyKey: 'link' });
  expect(link.guestUrl.split('#')[1]).toBe(guestUrl.split('#')[1]);
  const opened = await callGuestApi(second, `links/${link.guestLinkRef}/lobby`, {
    secret: new URL(guestUrl).hash.slice('#k='.length),
  });
  expect(opened).toMatchObject({ title: 'Before' });
  expect((await again.webhooks.create({ url }, { idempotencyKey: 'hook' })).secret).toBe(secret);
  expect((await again.meetings.create({ title: 'After' })).meetingState).toBe('created');
  await second.stop();
  await clearAway(second);
  await rm(folder, { recursive: true });
});

test('a backup overwrites nothing, and a restore neither, and half a backup is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  const file = join(folder, 'note.tar');
  await writeFile(file, 'mine');
  expect(await parley(join(folder, 'none'), 'backup', file)).toEqual({
    code: 1,
    said: expect.stringContaining('exists: choose a new file'),
  });
  expect(await parley(folder, 'backup', join(folder, 'inside.tar'))).toEqual({
    code: 1,
    said: expect.stringContaining('is in the data folder'),
  });
  expect(await parley(folder, 'restore', file)).toEqual({
    code: 1,
    said: expect.stringContaining('is not empty'),
  });
  const half = join(folder, 'half.tar');
  await promisify(execFile)('tar', ['-cf', half, '-C', folder, 'note.tar']);
  expect(await parley(join(folder, 'new'), 'restore', half)).toEqual({
    code: 1,
    said: expect.stringContaining('is not a complete backup of Parley'),
  });
  await expect(stat(join(folder, 'new'))).rejects.toThrow('ENOENT');
  await rm(folder, { recursive: true });
});
