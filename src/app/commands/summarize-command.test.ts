import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { UsageError } from '../../../clients/cli/arguments-of.ts';
import { readSettings } from '../config/read-settings.ts';
import { summarizeCommand } from './summarize-command.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-summarize-'));
afterAll(() => rm(folder, { recursive: true }));

const speakers = [{ speakerRef: 's1', displayName: 'Ana' }];
const segment = { segmentRef: 'g1', speakerRef: 's1', startMs: 0, endMs: 4_000 };
const spoken = [{ ...segment, text: 'I will send the offer to Ben by Friday.' }];

async function summarized(segments: object[], env: Record<string, string> = {}) {
  const file = join(folder, 'transcript.json');
  await writeFile(
    file,
    JSON.stringify({ meetingRef: 'mtg_1', result: 'partial', speakers, segments }),
  );
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await summarizeCommand([file], readSettings(env));
    return JSON.parse(write.mock.calls.join('')) as Record<string, unknown>;
  } finally {
    write.mockRestore();
  }
}

test('`parley summarize` prints the summary of a transcript, and marks it partial if the transcript is', async () => {
  expect(await summarized(spoken)).toMatchObject({
    meetingRef: 'mtg_1',
    status: 'available',
    result: 'partial',
    actionItems: [{ text: expect.stringContaining('offer'), ownerDisplayName: 'Ana' }],
  });
});

test('a transcript in which nobody spoke has an empty summary that says why', async () => {
  expect(await summarized([])).toMatchObject({
    result: 'empty',
    reason: 'no_speech',
    overview: null,
    actionItems: [],
  });
});

test('`parley summarize` fails, and says why, if summaries are off or the file cannot be read', async () => {
  await expect(summarized(spoken, { PARLEY_SUMMARY: 'off' })).rejects.toThrow(
    /^PARLEY_SUMMARY is off/,
  );
  const missing = summarizeCommand([join(folder, 'missing.json')], readSettings({}));
  await expect(missing).rejects.toThrow(new UsageError('The file cannot be read (ENOENT).'));
});
