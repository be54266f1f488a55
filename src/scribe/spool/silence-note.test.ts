import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SilenceNote } from './silence-note.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-silence-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const many = new Map(
  Array.from({ length: 200 }, (_, i) => [`trk_${i}`, { fromSample: 16_000, toSample: 160_000 }]),
);
const one = new Map([['trk_1', { fromSample: 16_000, toSample: 32_000 }]]);

it('contains the last note, even if it is shorter than the one before', async () => {
  const path = join(folder, 'less.json');
  const note = new SilenceNote(path);
  note.write(many);
  await note.written();
  expect(await new SilenceNote(path).read()).toEqual(many);
  note.write(one);
  await note.close();
  expect(await new SilenceNote(path).read()).toEqual(one);
});

it('continues the note of an earlier scribe', async () => {
  const path = join(folder, 'next.json');
  for (const silences of [many, one]) {
    const note = new SilenceNote(path);
    note.write(silences);
    await note.close();
    expect(await new SilenceNote(path).read()).toEqual(silences);
  }
});

it('is empty when it is missing or was cut off by a kill', async () => {
  const path = join(folder, 'half.json');
  expect(await new SilenceNote(path).read()).toEqual(new Map());
  const note = new SilenceNote(path);
  note.write(many);
  await note.written();
  const before = await readFile(path);
  note.write(
    new Map(
      [...many].map(([trackRef, { fromSample }]) => [trackRef, { fromSample, toSample: 176_000 }]),
    ),
  );
  await note.close();
  const after = await readFile(path);
  for (const kept of [0, 4_096]) {
    await writeFile(
      path,
      Buffer.concat([after.subarray(0, 4_096), kept ? before.subarray(kept) : Buffer.alloc(0)]),
    );
    expect(await new SilenceNote(path).read()).toEqual(new Map());
  }
});

it('stops nothing when it cannot be written', async () => {
  const note = new SilenceNote('/dev/full');
  note.write(one);
  await note.close();
  expect(await note.read()).toEqual(new Map());
});
