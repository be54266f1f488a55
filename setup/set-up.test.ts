// The set-up's own parts; that it works as a whole shows in every run of these tests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTarGzMember } from './archive.mjs';
import { isInPlace, putInPlace, sha256Of } from './checked-file.mjs';
import { oneLine } from './progress.mjs';
import { projectRoot } from './places.mjs';
import { choiceHolds, findOnPath, recordChoice } from './program.mjs';
import { toGuestWav } from './wav.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a pinned file', () => {
  it('is not put in place with other content', async () => {
    writeFileSync(join(folder, 'got'), 'something else');
    await expect(
      putInPlace(join(folder, 'got'), join(folder, 'model'), 'a'.repeat(64)),
    ).rejects.toThrow(/model has sha256/);
    expect(statSync(join(folder, 'model'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('is noticed when it changes after it was put in place, even at the same size', async () => {
    writeFileSync(join(folder, 'got'), 'good');
    const sha256 = await sha256Of(join(folder, 'got'));
    const path = join(folder, 'model');
    await putInPlace(join(folder, 'got'), path, sha256);
    expect(await isInPlace(path, sha256)).toBe(true);
    writeFileSync(path, 'evil');
    utimesSync(path, 1, 1);
    expect(await isInPlace(path, sha256)).toBe(false);
    writeFileSync(path, 'good');
    expect(await isInPlace(path, sha256)).toBe(true);
  });
});

describe('a chosen program', () => {
  it('is chosen anew when it was replaced, removed, or another is wished for', () => {
    const program = join(folder, 'program');
    const record = join(folder, 'chosen.json');
    writeFileSync(program, 'one');
    recordChoice(record, program, 'wish');
    expect(choiceHolds(record, 'wish')).toBe(true);
    expect(choiceHolds(record, 'another wish')).toBe(false);
    writeFileSync(program, 'another');
    expect(choiceHolds(record, 'wish')).toBe(false);
    rmSync(program);
    expect(choiceHolds(record, 'wish')).toBe(false);
  });
});

describe('a search of PATH', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('passes over a folder that cannot be looked into, as a shell does', () => {
    // Permissions would not stop root; a link to itself stops everyone.
    symlinkSync('loop', join(folder, 'loop'));
    writeFileSync(join(folder, 'server'), '', { mode: 0o755 });
    vi.stubEnv('PATH', `${join(folder, 'loop')}:${folder}`);
    expect(findOnPath('server')).toBe(join(folder, 'server'));
    expect(findOnPath('absent')).toBeUndefined();
  });
});

describe('the line that a failure is told by', () => {
  it.each(['npm error', 'npm ERR!'])('is the reason that npm gives behind `%s`', (prefix) => {
    const lines = [
      'code ECONNREFUSED',
      'FetchError: request to https://registry.example.org/zod failed, reason: connect ECONNREFUSED',
      '    at emitErrorEvent (node:_http_client:101:11)',
      "  code: 'ECONNREFUSED',",
      '',
      'Log files were not written due to an error writing to the directory: /home/ada/.npm/_logs',
      'A complete log of this run can be found in: /home/ada/.npm/_logs/debug-0.log',
    ];
    const output = lines.map((line) => `${prefix} ${line}`).join('\n');
    expect(oneLine(new Error(output))).toBe(lines[1]);
  });
});

describe('a checkout that is not set up', () => {
  it('says by every command how to set it up', () => {
    for (const part of ['package.json', 'bin', 'setup'])
      cpSync(join(projectRoot(), part), join(folder, part), { recursive: true });
    const command = ['run', '-s', 'parley', '--', 'doctor'];
    const { status, stderr } = spawnSync('npm', command, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toMatch(/not set up yet: run `node .*run\.mjs start` once/);
    expect(status).toBe(1);
  });

  it('has no setting that npm warns of', () => {
    for (const part of ['package.json', '.npmrc'])
      cpSync(join(projectRoot(), part), join(folder, part));
    const command = ['config', 'get', 'fund'];
    const { stdout, stderr } = spawnSync('npm', command, { cwd: folder, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['false\n', '']);
  });
});

describe('a step that several set-ups want', () => {
  const take = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    const { withLock } = await import(process.argv[1] + '/setup/lock.mjs');
    await withLock(process.argv[2] + '/step.lock', 'step', async () => {
      appendFileSync(process.argv[2] + '/log', 'in ');
      await delay(Number(process.argv[3]));
      appendFileSync(process.argv[2] + '/log', 'out ');
    });`;
  const run = (holdMs: number) =>
    spawn(
      process.execPath,
      ['--input-type=module', '-e', take, projectRoot(), folder, String(holdMs)],
      { stdio: 'ignore' },
    );
  const log = () =>
    statSync(join(folder, 'log'), { throwIfNoEntry: false })
      ? readFileSync(join(folder, 'log'), 'utf8')
      : '';

  it('is done by one at a time', async () => {
    await Promise.all([run(50), run(50), run(50)].map((child) => once(child, 'exit')));
    expect(log()).toBe('in out in out in out ');
  });

  it('is taken over from one that was killed', async () => {
    const victim = run(60_000);
    await expect.poll(log).toBe('in ');
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    await once(run(0), 'exit');
    expect(log()).toBe('in in out ');
  });
});

describe('sources', () => {
  it('gives one file of a .tar.gz', () => {
    writeFileSync(
      join(folder, 'a.tar.gz'),
      gzipSync(
        Buffer.concat([tarMember('LICENSE', 'x'.repeat(600)), tarMember('server', 'program')]),
      ),
    );
    expect(readTarGzMember(join(folder, 'a.tar.gz'), 'server').toString()).toBe('program');
    expect(() => readTarGzMember(join(folder, 'a.tar.gz'), 'absent')).toThrow(
      /does not contain absent/,
    );
  });
});

describe("a guest's speech", () => {
  it('is 48 kHz with the silence in front and a pause after each part', () => {
    const wav = toGuestWav([monoWav(24_000, [1000, 3000]), monoWav(48_000, [5000])], {
      sampleRateHz: 48_000,
      leadSilenceSeconds: 2,
      pauseSeconds: 1,
    });
    const samples = (wav.length - 44) / 2;
    expect([wav.readUInt32LE(24), samples]).toEqual([48_000, 4 * 48_000 + 5]);
    const at = (index: number) => wav.readInt16LE(44 + 2 * index);
    expect([at(95_999), at(96_000), at(96_001), at(96_002), at(96_003), at(96_004)]).toEqual([
      0, 1000, 2000, 3000, 3000, 0,
    ]);
    expect(at(96_004 + 48_000)).toBe(5000);
  });
});

function tarMember(name: string, text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(text.length.toString(8).padStart(11, '0'), 124);
  return Buffer.concat([
    header,
    Buffer.from(text),
    Buffer.alloc((512 - (text.length % 512)) % 512),
  ]);
}

function monoWav(rate: number, samples: number[]): Buffer {
  const wav = Buffer.alloc(44 + 2 * samples.length);
  wav.write('RIFF', 0);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, index) => wav.writeInt16LE(sample, 44 + 2 * index));
  return wav;
}
