// A scribe's machine is lost with its disk; what it had heard is in object storage, where the next one finds it.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { s3Store } from '../../src/adapters/s3/s3-store.ts';
import { readSettings } from '../../src/app/config/read-settings.ts';
import { checkSpool } from '../../src/app/doctor/check-storage.ts';
import { SAMPLES_PER_MS } from '../../src/core/sound.ts';
import { readSilences } from '../../src/scribe/spool/silence-note.ts';
import { type ObjectStore, objectStore } from '../world/service/object-store.ts';
import { freePorts } from '../world/free-ports.ts';
import { type Machines, severalMachines } from '../world/service/several-machines.ts';
import { clearAway } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { pidsOf, voiceMeeting } from '../world/speech/voices.ts';
import { REPLY, saidBy, timesSaid } from '../world/speech/sentences.ts';

const KEYS = 1_100;
/** Longer than any pause in what is said. */
const SILENCE_SAMPLES = 3_000 * SAMPLES_PER_MS;

let objects: ObjectStore;
let machines: Machines;

beforeAll(async () => {
  objects = await objectStore();
  machines = await severalMachines({
    ...objects.variables,
    PARLEY_SPOOL: `s3://${objects.bucket}/production`,
    PARLEY_EMPTY_ROOM_SECONDS: '60',
  });
});

afterAll(async () => {
  await machines.stop();
  await objects.stop();
});

/** The processes of tests read the variables by themselves, as the scribe's process does. */
async function storeBelow(prefix: string) {
  Object.assign(process.env, objects.variables);
  return s3Store({ bucket: objects.bucket, prefix, region: 'us-east-1', isOwnServer: true });
}

/** Whether the sound of a track is copied up to a silence that follows it. */
async function isCopied(meetingRef: string): Promise<boolean> {
  const store = await storeBelow('production');
  const note = `${meetingRef}/silence.json`;
  const keys = await store.list(`${meetingRef}/`);
  const silences = keys.includes(note)
    ? readSilences(Buffer.from(await store.get(note)).toString())
    : [];
  return [...silences].some(
    ([trackRef, { fromSample, toSample }]) =>
      toSample - fromSample > SILENCE_SAMPLES &&
      keys.some((key) => key.includes(trackRef) && Number(/-(\d+)\./.exec(key)?.[1]) >= fromSample),
  );
}

test('objects are put, read, listed page by page and deleted below their prefix alone', async () => {
  const [one, other] = [await storeBelow('one'), await storeBelow('other')];
  await other.put('mtg_a/kept', Buffer.from('kept'));
  for (let from = 0; from < KEYS; from += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => one.put(`mtg_a/${from + i}`, Buffer.from([i]))),
    );
  await one.put('mtg_b/empty', new Uint8Array());
  expect([...(await one.get('mtg_a/42'))]).toEqual([42]);
  expect((await one.get('mtg_b/empty')).length).toBe(0);
  expect(await one.list('mtg_a/')).toHaveLength(KEYS);
  expect((await one.listFolders()).sort()).toEqual(['mtg_a', 'mtg_b']);
  await one.deleteAll('mtg_a/');
  expect(await one.list('')).toEqual(['mtg_b/empty']);
  expect(await other.list('')).toEqual(['mtg_a/kept']);
});

test('parley doctor finds no fault in object storage that works, and leaves nothing in it', async () => {
  const store = await storeBelow('checked');
  const checked = { ...objects.variables, PARLEY_SPOOL: `s3://${objects.bucket}/checked` };
  const found = await checkSpool(readSettings(checked));
  expect(found.filter(({ fix }) => fix !== null)).toEqual([]);
  expect(await store.list('')).toEqual([]);
});

// Promise: E10
test('the copies of a deleted meeting are deleted by a worker, without any scribe', async () => {
  const store = await storeBelow('production');
  const client = createClient({ baseUrl: machines.api.url, apiKey: machines.api.apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'Review' });
  await store.put(`${meetingRef}/trk_1.pcm`, Buffer.from('audio'));
  await client.meetings.cancel(meetingRef);
  await client.meetings.delete(meetingRef);
  await until('the copies are gone', 60_000, async () => (await store.list('')).length === 0);
});

test('words that a lost machine had received but not transcribed are in the transcript', async () => {
  const first = await machines.start('scribe');
  const meeting = await voiceMeeting({ ...machines.api, output: first.output });
  const ana = await meeting.enter('Ana');
  // It hears and keeps, and recognizes nothing.
  for (const pid of await pidsOf(first, 'recognizer-process')) process.kill(pid, 'SIGSTOP');
  await ana.speak('reply');
  await until('it is copied', 60_000, () => isCopied(meeting.meetingRef));
  const [port = 0] = await freePorts(1);
  const second = await machines.start('scribe', { env: { PARLEY_OPS_PORT: String(port) } });
  // Its engine works: without one it would take no meeting.
  const isAble = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  await until('the next scribe is ready', 60_000, isAble);
  await first.killTree();
  await rm(first.dataDir, { recursive: true });
  // How soon depends on the machine; that the lease ends soon enough is tested with the lease.
  await until('the next scribe is in the room', 60_000, () =>
    second.output().includes('the scribe is in the room'),
  );
  const transcript = await meeting.end();
  await ana.leave();
  expect(timesSaid(saidBy(transcript), REPLY), saidBy(transcript)).toEqual(REPLY.map(() => 1));
  const store = await storeBelow('production');
  await until('the copies are deleted', 60_000, async () => (await store.list('')).length === 0);
  await clearAway(second);
});
