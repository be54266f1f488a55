import { mkdir, mkdtemp, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SpoolFile } from './spool-file.ts';
import { SpoolWriter } from './spool-writer.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';
import type { WaitingPiece } from './waiting-sound.ts';

let folder: string;
let lost: Range[];
let troubles: (string | null)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-writer-'));
  lost = [];
  troubles = [];
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function writerOf(file: SpoolFile): SpoolWriter {
  return new SpoolWriter(file, {
    onLost: (range) => lost.push(range),
    onTrouble: (error) => troubles.push(error && 'code' in error ? String(error.code) : null),
  });
}

/** `ms` of sound, each sample `value`. */
function sound(ms: number, value: number): Int16Array {
  return new Int16Array(ms * 16).fill(value);
}

/** What stands in the file of a writer that was given something, and closed. */
async function written(give: (writer: SpoolWriter) => void): Promise<number[]> {
  const path = join(folder, 'track.pcm');
  const writer = writerOf(await SpoolFile.open(path));
  give(writer);
  await writer.close();
  const bytes = await readFile(path);
  return [...new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))];
}

describe('the writer of a spool', () => {
  it('writes sounds and short and long silences in order', async () => {
    const samples = await written((writer) => {
      for (const restMs of [20, 400, 20]) {
        writer.append(sound(20, 60));
        writer.appendSilence(restMs * 16);
      }
      writer.append(sound(20, 80));
    });
    const places = samples.flatMap((sample, i, all) =>
      sample !== (all[i - 1] ?? 0) ? [[i / 16, sample]] : [],
    );
    expect(places).toEqual([
      [0, 60],
      [20, 0],
      [40, 60],
      [60, 0],
      [460, 60],
      [480, 0],
      [500, 80],
    ]);
  });

  it('copies the buffer, which the caller reuses', async () => {
    const samples = await written((writer) => {
      const frame = sound(100, 20);
      writer.append(frame);
      frame.fill(9);
    });
    expect([...new Set(samples)]).toEqual([20]);
  });

  it('includes waiting audio in its end position', async () => {
    const file = await SpoolFile.open(join(folder, 'track.pcm'));
    const writer = writerOf(file);
    writer.append(sound(100, 20));
    writer.appendSilence(1_600);
    writer.appendSilence(-1);
    expect([writer.end, file.samples]).toEqual([3_200, 0]);
    await writer.flush();
    expect([writer.end, file.samples]).toEqual([3_200, 3_200]);
    await writer.close();
  });
});

type Write = (bytes: Buffer, from: number, length: number, at: number) => Promise<object>;

describe('a disk that refuses for a while', () => {
  it('loses nothing, and is reported when it begins and ends', async () => {
    const pieces: WaitingPiece[] = [];
    let isFull = true;
    const write = async (piece: WaitingPiece): Promise<void> => {
      if (isFull) throw Object.assign(new Error('No space left'), { code: 'ENOSPC' });
      pieces.push(piece);
    };
    const writer = writerOf({ samples: 0, write } as Partial<SpoolFile> as SpoolFile);
    for (const value of [20, 30]) {
      writer.append(sound(100, value));
      const flushed = writer.flush();
      writer.appendSilence(800);
      expect(await flushed).toBe(false);
      expect(writer.isInTrouble).toBe(true);
    }
    isFull = false;
    expect(await writer.flush()).toBe(true);
    expect(writer.isInTrouble).toBe(false);
    const taken = Buffer.concat(
      pieces.map(({ bytes, samples }) => bytes ?? Buffer.alloc(2 * samples)),
    );
    expect(taken).toEqual(
      Buffer.from(
        Int16Array.from([...sound(100, 20), ...sound(50, 0), ...sound(100, 30), ...sound(50, 0)])
          .buffer,
      ),
    );
    expect(lost).toEqual([]);
    expect(troubles).toEqual(['ENOSPC', null]);
  });

  it('to open a file again loses nothing either', async () => {
    const path = join(folder, 'track.pcm');
    const file = await SpoolFile.open(path);
    const writer = writerOf(file);
    await file.rest();
    await rename(path, `${path}.away`);
    await mkdir(path);
    writer.append(sound(100, 20));
    expect(await writer.flush()).toBe(false);
    await rmdir(path);
    await rename(`${path}.away`, path);
    expect(await writer.flush()).toBe(true);
    expect(await readFile(path)).toEqual(Buffer.from(sound(100, 20).buffer));
    expect([troubles, lost]).toEqual([['EISDIR', null], []]);
    await writer.close();
  });

  it('to take more than a part of a write loses nothing either', async () => {
    const path = join(folder, 'track.pcm');
    const writer = writerOf(await SpoolFile.open(path));
    const anyFile = await open(path);
    const files = Object.getPrototypeOf(anyFile) as { write: Write };
    const { write } = files;
    const parts = vi.spyOn(files, 'write').mockImplementation(function part(
      this: unknown,
      ...given
    ) {
      const [bytes, from, length, position] = given;
      return write.call(this, bytes, from, Math.min(length, 1_000), position);
    });
    await anyFile.close();
    writer.append(sound(100, 20));
    expect(await writer.flush()).toBe(true);
    parts.mockRestore();
    expect(await readFile(path)).toEqual(Buffer.from(sound(100, 20).buffer));
    await writer.close();
  });
});

describe('a full disk', () => {
  // Every write to /dev/full fails with ENOSPC, as on a full disk.
  it('is reported once; 55 s stay in memory, and what is older is reported lost, 5 s at a time', async () => {
    const writer = writerOf(await SpoolFile.open('/dev/full'));
    for (let i = 0; i < 61; i++) {
      writer.append(sound(1_000, 20));
      expect(await writer.flush()).toBe(false);
    }
    expect(troubles).toEqual(['ENOSPC']);
    expect(lost).toEqual([{ fromSample: 0, toSample: 5 * 16_000 }]);
  });

  it('takes no more memory the longer it stays full, and is asked for no more space', async () => {
    const asked: number[] = [];
    const write = async ({ bytes }: WaitingPiece): Promise<void> => {
      if (bytes === null) return;
      asked.push(bytes.length);
      throw new Error('No space left');
    };
    const writer = writerOf({ samples: 0, write } as Partial<SpoolFile> as SpoolFile);
    for (let i = 0; i < 6_000; i++) {
      writer.append(sound(20, 20));
      if (i % 50 === 0) await writer.flush();
    }
    expect(Math.max(...asked)).toBeLessThanOrEqual(sound(60_000, 20).byteLength);
    expect(lost.at(-1)?.toSample).toBe(60_000 * 16);
  });

  it('that stays full to the end causes one report for everything that waited', async () => {
    const writer = writerOf(await SpoolFile.open('/dev/full'));
    for (let i = 0; i < 20; i++) writer.append(sound(50, 20));
    await writer.close();
    expect(lost).toEqual([{ fromSample: 0, toSample: 16_000 }]);
  });
});
