import { appendFile, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SpoolFile } from './spool-file.ts';
import { TrackSpool } from './track-spool.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';

const START = Date.parse('2026-11-24T09:00:00.000Z');
let folder: string;
let lost: Range[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-spool-'));
  lost = [];
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function open(path = join(folder, 'mtg', 'track.pcm'), silence?: Range): Promise<TrackSpool> {
  return TrackSpool.open({
    path,
    silence,
    startedAt: new Date(START),
    onLost: (range) => lost.push(range),
    onTrouble: (error) => expect(error).toBe(null),
  });
}

/** `ms` of sound, each sample `value`. */
function sound(ms: number, value: number): Int16Array {
  return new Int16Array(ms * 16).fill(value);
}

async function samplesOf(spool: TrackSpool): Promise<Int16Array> {
  const bytes = await readFile(spool.path);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

describe('a spool', () => {
  it('stores zeros instead of audio that is too quiet for speech', async () => {
    const spool = await open();
    spool.goLive(START, true);
    spool.write(sound(20, 13));
    spool.write(sound(20, -12));
    expect(spool.audibleUntil).toBe(320);
    await spool.close();
    expect([...(await samplesOf(spool))]).toEqual([...sound(20, 13), ...sound(20, 0)]);
  });

  it('is due with each sound and soon after it, and once a second in silence', async () => {
    const spool = await open();
    spool.goLive(START, true);
    spool.write(sound(20, 101));
    await spool.flush();
    spool.writeSilence(1_400 * 16);
    expect(spool.isDue).toBe(true);
    await spool.flush();
    spool.writeSilence(900 * 16);
    expect(spool.isDue).toBe(false);
    spool.writeSilence(100 * 16);
    expect(spool.isDue).toBe(true);
    await spool.flush();
    spool.write(sound(980, 100));
    expect(spool.isDue).toBe(false);
    spool.writeSilence(20 * 16);
    expect(spool.isDue).toBe(true);
    await spool.flush();
    expect(spool.isDue).toBe(false);
    spool.write(sound(20, 101));
    expect(spool.isDue).toBe(true);
    await spool.close();
  });

  it('does not write silence after an utterance has ended, and reports how far it lasts', async () => {
    const spool = await open();
    spool.goLive(START, true);
    spool.write(sound(20, 20));
    expect(spool.silence).toBe(null);
    for (let ms = 0; ms < 1_500; ms += 500) {
      spool.writeSilence(500 * 16);
      if (spool.isDue) await spool.flush();
    }
    expect(spool.written).toBeGreaterThanOrEqual(1_000 * 16);
    await spool.flush();
    expect(spool.silence).toBe(null);
    spool.writeSilence(60_000 * 16);
    expect(spool.isDue).toBe(false);
    expect(spool.silence).toEqual({ fromSample: 320, toSample: 61_520 * 16 });
    spool.write(sound(1_000, 20));
    expect([spool.isDue, spool.silence]).toEqual([true, null]);
    await spool.close();
  });

  it('continues after the silence that an earlier scribe received after the end of the file', async () => {
    const path = join(folder, 'track.pcm');
    await writeFile(path, Buffer.alloc(3_200, 1));
    const spool = await open(path, { fromSample: 1_000, toSample: 8_000 });
    expect(spool.written).toBe(8_000);
    expect((await samplesOf(spool)).findLastIndex((sample) => sample !== 0)).toBe(1_599);
    spool.goLive(START + 700, true);
    expect(lost).toEqual([{ fromSample: 8_000, toSample: 11_200 }]);
    await spool.close();
  });

  it('ignores noted silence after missing audio, and silence that it already contains', async () => {
    const path = join(folder, 'track.pcm');
    for (const silence of [
      { fromSample: 1_601, toSample: 8_000 },
      { fromSample: 100, toSample: 1_500 },
    ]) {
      await writeFile(path, Buffer.alloc(3_200, 1));
      const spool = await open(path, silence);
      expect(spool.written).toBe(1_600);
      await spool.close();
    }
  });

  it('knows until when it was loud, and treats audio of an earlier scribe as loud', async () => {
    const spool = await open();
    spool.goLive(START, true);
    spool.write(sound(100, -3_000));
    spool.write(sound(100, 20));
    expect(spool.loudUntil).toBe(1_600);
    await spool.close();
    const next = await open();
    expect(next.loudUntil).toBe(3_200);
    await next.close();
  });

  it('removes the half sample that a killed write left, and continues after it', async () => {
    const path = join(folder, 'track.pcm');
    await writeFile(path, Buffer.alloc(3_200, 1));
    await appendFile(path, Buffer.alloc(1, 1));
    const spool = await open(path);
    expect(spool.written).toBe(1_600);
    spool.goLive(START + 100, true);
    spool.write(sound(100, 40));
    await spool.flush();
    expect((await samplesOf(spool)).length).toBe(3_200);
    await spool.close();
  });

  it('writes zeros for times without a scribe, so that positions match times, and reports them lost', async () => {
    const before = await open();
    before.goLive(START, true);
    before.write(sound(1_000, 20));
    before.pause();
    await before.close();
    const after = await open();
    after.goLive(START + 3_000, true);
    after.write(sound(1_000, 40));
    await after.flush();
    const samples = await samplesOf(after);
    expect([
      samples.length,
      samples[15_999],
      samples[16_000],
      samples[47_999],
      samples[48_000],
    ]).toEqual([64_000, 20, 0, 0, 40]);
    expect(lost).toEqual([{ fromSample: 16_000, toSample: 48_000 }]);
    await after.close();
  });

  it('reports no loss for a gap while the person was muted', async () => {
    const spool = await open();
    spool.goLive(START, true);
    spool.write(sound(100, 20));
    spool.pause();
    spool.goLive(START + 2_000, false);
    expect(lost).toEqual([]);
    await spool.close();
  });

  it('ends the last utterance of a track in silence', async () => {
    const spool = await open();
    spool.goLive(START, true);
    spool.write(sound(1_000, 20));
    spool.pause();
    for (let i = 0; i < 20; i++) spool.tick();
    await spool.flush();
    expect(spool.written).toBe(16_000 + 14_400);
    await spool.close();
  });

  it('holds no file open while its track is over, and continues when it is back', async () => {
    const spool = await open();
    spool.goLive(START, true);
    spool.write(sound(100, 20));
    await spool.flush();
    await spool.sync();
    expect(await isOpen(spool.path)).toBe(true);
    spool.pause();
    for (let i = 0; i < 3; i++) spool.tick();
    await spool.flush();
    await spool.sync();
    expect(await isOpen(spool.path)).toBe(false);
    expect(await spool.endsInSound()).toBe(false);
    spool.goLive(START + 2_000, false);
    spool.write(sound(100, 30));
    await spool.flush();
    const samples = await samplesOf(spool);
    expect([samples.length, samples[1_599], samples[32_000]]).toEqual([33_600, 20, 30]);
    await spool.close();
    expect(await isOpen(spool.path)).toBe(false);
  });

  it('continues when closing the file of a track that is over fails', async () => {
    const spool = await open();
    const closing = vi.spyOn(SpoolFile.prototype, 'rest').mockRejectedValueOnce(new Error('EIO'));
    await spool.sync();
    expect(closing).toHaveBeenCalledOnce();
    closing.mockRestore();
    spool.goLive(START, true);
    spool.write(sound(100, 30));
    await spool.close();
    expect([...(await samplesOf(spool))]).toEqual([...sound(100, 30)]);
  });

  it('that another scribe writes by now is written no more', async () => {
    const spool = await TrackSpool.open({
      path: join(folder, 'track.pcm'),
      startedAt: new Date(START),
      onLost: () => {},
      onTrouble: () => {},
    });
    spool.goLive(START, true);
    await spool.abandon();
    spool.write(sound(100, 20));
    expect(await spool.flush()).toBe(false);
    expect(await samplesOf(spool)).toHaveLength(0);
  });
});

/** Whether this process has the file open. */
async function isOpen(path: string): Promise<boolean> {
  const open = await readdir('/proc/self/fd');
  const paths = open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(paths)).includes(path);
}
