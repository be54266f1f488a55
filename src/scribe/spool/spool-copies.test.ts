import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { keptObjects } from '../../../dev/world/service/object-store.ts';
import { newRef } from '../../core/ids.ts';
import { BYTES_PER_SAMPLE } from '../../core/sound.ts';
import { lossPath, silencePath, spoolFolder, spoolPath } from './spool-path.ts';
import { SpoolCopies } from './spool-copies.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-copies-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const SECOND = 16_000;

/** One meeting with a track, and the machines that hear it one after the other. */
async function scene() {
  const kept = keptObjects();
  const [meetingRef, trackRef] = [newRef('mtg'), newRef('trk')];
  const machine = async (name: string) => {
    const root = join(folder, meetingRef, name);
    await mkdir(spoolFolder(root, meetingRef), { recursive: true });
    const path = spoolPath(root, meetingRef, trackRef);
    const told: boolean[] = [];
    const copies = new SpoolCopies({
      store: kept.store,
      spoolRoot: root,
      meetingRef,
      log: silentLog,
      onStore: (works) => void told.push(works),
    });
    return {
      root,
      path,
      copies,
      told,
      sound: () => readFile(path),
      /** The spool holds this; all of it is copied, if the storage takes it. */
      hears: async (sound: Buffer) => {
        await writeFile(path, sound);
        await copies.settle([{ trackRef, samples: sound.length / BYTES_PER_SAMPLE }]);
      },
      takesUp: (fromSample = 0) => copies.fetch(new Map([[trackRef, fromSample]])),
    };
  };
  return { ...kept, meetingRef, trackRef, machine };
}

function seconds(count: number, level: number): Buffer {
  return Buffer.from(new Int16Array(count * SECOND).fill(level).buffer);
}

test('audio of one machine is available on another after the first is gone, with pauses at their length', async () => {
  const { machine } = await scene();
  const first = await machine('first');
  const heard = Buffer.concat([seconds(2, 900), seconds(3, 0), seconds(1, -700), seconds(2, 0)]);
  for (const until of [2, 5, 6, 8])
    await first.hears(heard.subarray(0, until * SECOND * BYTES_PER_SAMPLE));
  await rm(first.root, { recursive: true });
  const second = await machine('second');
  await second.takesUp();
  expect((await second.sound()).equals(heard)).toBe(true);
});

test('a third machine gets the audio of the first and the second', async () => {
  const { machine } = await scene();
  const [first, second, third] = [
    await machine('first'),
    await machine('second'),
    await machine('third'),
  ];
  await first.hears(seconds(2, 900));
  await second.takesUp();
  const both = Buffer.concat([seconds(2, 900), seconds(1, 0), seconds(2, 500)]);
  await second.hears(both);
  await third.takesUp();
  expect((await third.sound()).equals(both)).toBe(true);
  // The first one comes back with its own old file.
  await first.takesUp();
  expect((await first.sound()).equals(both)).toBe(true);
});

test('a machine that has the beginning of a copy itself fetches the rest', async () => {
  const { machine } = await scene();
  const [first, second] = [await machine('first'), await machine('second')];
  await first.hears(seconds(2, 900));
  await second.takesUp();
  const all = seconds(6, 900);
  await second.hears(all);
  // What the first one heard last was not copied.
  await writeFile(first.path, seconds(3, 900));
  await first.takesUp();
  expect((await first.sound()).equals(all)).toBe(true);
});

test('a machine that could not fetch audio removes nothing that another one copied', async () => {
  const { machine, state } = await scene();
  const [first, second, third] = [
    await machine('first'),
    await machine('second'),
    await machine('third'),
  ];
  await first.hears(seconds(2, 900));
  state.isAway = true;
  await expect(second.takesUp()).rejects.toThrow();
  state.isAway = false;
  await second.hears(Buffer.concat([seconds(3, 0), seconds(2, 500)]));
  await third.takesUp();
  const all = Buffer.concat([seconds(2, 900), seconds(1, 0), seconds(2, 500)]);
  expect((await third.sound()).equals(all)).toBe(true);
});

test('only audio without words is fetched, at its position', async () => {
  const { machine } = await scene();
  const first = await machine('first');
  await first.hears(seconds(2, 900));
  await first.hears(seconds(4, 900));
  const second = await machine('second');
  await second.takesUp(3 * SECOND);
  expect((await second.sound()).equals(Buffer.concat([seconds(2, 0), seconds(2, 900)]))).toBe(true);
});

test('a fetch that fails leaves no hole that would pass for silence, and the next one brings all', async () => {
  const { machine, store } = await scene();
  const first = await machine('first');
  for (let until = 1; until <= 40; until += 1) await first.hears(seconds(until, 900));
  const { get } = store;
  store.get = async (key) => {
    if (key.includes('/80000-')) throw new Error('the storage is away');
    return get(key);
  };
  const second = await machine('second');
  await expect(second.takesUp()).rejects.toThrow('away');
  expect((await second.sound()).length).toBeLessThanOrEqual(seconds(5, 900).length);
  store.get = get;
  await second.takesUp();
  expect((await second.sound()).equals(seconds(40, 900))).toBe(true);
});

test('audio that the storage refuses is copied once it accepts it, and the operator hears of both', async () => {
  const { machine, state, objects } = await scene();
  const first = await machine('first');
  state.isAway = true;
  await first.hears(seconds(1, 900));
  await first.hears(seconds(2, 900));
  expect([first.told, first.copies.isInTrouble, objects.size]).toEqual([[false], true, 0]);
  state.isAway = false;
  await first.hears(seconds(3, 900));
  expect([first.told, first.copies.isInTrouble]).toEqual([[false, true], false]);
  const second = await machine('second');
  await second.takesUp();
  expect((await second.sound()).equals(seconds(3, 900))).toBe(true);
});

test('the last note of silence is copied with the audio', async () => {
  const { machine, meetingRef, trackRef } = await scene();
  const first = await machine('first');
  const silence = { fromSample: SECOND, toSample: 9 * SECOND };
  await writeFile(
    silencePath(first.root, meetingRef),
    JSON.stringify([4, [[trackRef, silence]], 4]),
  );
  await first.hears(seconds(1, 900));
  const second = await machine('second');
  expect([...(await second.takesUp())]).toEqual([[trackRef, silence]]);
});

test('what each machine noted as lost is known to a later one, even if one could not fetch it', async () => {
  const { machine, state, meetingRef, trackRef } = await scene();
  const machines = [
    await machine('first'),
    await machine('second'),
    await machine('third'),
  ] as const;
  const [first, second, third] = machines;
  const line = (fromSample: number) =>
    JSON.stringify({ trackRef, fromSample, toSample: fromSample + SECOND });
  const noted = async ({ root }: { root: string }) => {
    const text = await readFile(lossPath(root, meetingRef), 'utf8').catch(() => '');
    return text.split('\n').filter((one) => one !== '');
  };
  await writeFile(lossPath(first.root, meetingRef), `\n${line(0)}\n`);
  await first.hears(seconds(1, 900));
  await writeFile(lossPath(second.root, meetingRef), `\n${line(SECOND)}\n`);
  state.isAway = true;
  await expect(second.takesUp()).rejects.toThrow();
  state.isAway = false;
  await second.hears(seconds(2, 900));
  await rm(third.root, { recursive: true });
  for (let times = 0; times < 2; times += 1) await third.takesUp();
  expect((await noted(third)).toSorted()).toEqual([line(0), line(SECOND)].toSorted());
});

test('losses stay known when the machine that noted them can no longer read its note', async () => {
  const { machine, meetingRef, trackRef } = await scene();
  const [first, second] = [await machine('first'), await machine('second')];
  const loss = JSON.stringify({ trackRef, fromSample: 0, toSample: SECOND });
  await writeFile(lossPath(first.root, meetingRef), `${loss}\n`);
  await first.hears(seconds(1, 900));
  await rm(lossPath(first.root, meetingRef));
  await first.hears(seconds(2, 900));
  await second.takesUp();
  expect(await readFile(lossPath(second.root, meetingRef), 'utf8')).toContain(loss);
});
