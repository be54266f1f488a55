import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot, vadModelPath } from '../../../setup/places.mjs';

const ENGINES = join(projectRoot(), 'src/engines');
const SEGMENT = { segmentRef: 's1', speakerRef: 'a', startMs: 0, endMs: 2_000, languageCode: 'en' };
const MEETING = {
  title: 'Harbour museum',
  speakers: [{ speakerRef: 'a', displayName: 'Ana' }],
  segments: [{ ...SEGMENT, text: 'We decided to open the museum in May.' }],
  startedAt: null,
  languageCode: 'en',
};
const PROGRAMS: Record<string, string> = {
  'the voice detector': `
    const { loadVoiceModel } = await import(${JSON.stringify(join(ENGINES, 'recognizer/vad/silero-model.ts'))});
    await loadVoiceModel(${JSON.stringify(vadModelPath())});`,
  'the summarizer': `
    const { embeddedWriter } = await import(${JSON.stringify(join(ENGINES, 'summarizer/embedded-writer.ts'))});
    const notes = { read: async () => null, keep: async () => {} };
    const written = await embeddedWriter().write(${JSON.stringify(MEETING)}, new AbortController().signal, notes);
    if (!written) process.exit(1);`,
};

let folder: string;
let home: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-home-'));
  home = join(folder, 'home');
  await mkdir(home);
});

afterAll(() => rm(folder, { recursive: true }));

test.each(Object.entries(PROGRAMS))(
  '%s keeps no device id and no reports for the maker of its runtime',
  async (_name, program) => {
    expect(existsSync(vadModelPath())).toBe(true);
    const file = join(folder, 'program.mjs');
    await writeFile(file, `${program}\nprocess.exit(0);`);
    // The runtime is silent where it sees a build server.
    const env = { HOME: home, PATH: process.env['PATH'] };
    await promisify(execFile)(process.execPath, [file], { env });
    expect(await readdir(home, { recursive: true })).toEqual([]);
  },
);
