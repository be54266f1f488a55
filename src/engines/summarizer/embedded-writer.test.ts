import { describe, expect, it } from 'vitest';
import type { SummaryInput } from '../../core/ports.ts';
import { embeddedWriter } from './embedded-writer.ts';
import { writeExtractiveSummary } from './write-summary.ts';

const notes = { read: async () => null, keep: async () => {} };

function meeting(sentences: number): SummaryInput {
  return {
    title: null,
    startedAt: '2026-11-20T10:00:00Z',
    timezone: null,
    languageCode: 'en',
    speakers: [{ speakerRef: 's', displayName: 'Anna' }],
    segments: Array.from({ length: sentences }, (_, at) => ({
      segmentRef: `g${at}`,
      speakerRef: 's',
      startMs: at * 5000,
      endMs: at * 5000 + 4000,
      text: `The team measured sensor ${at} in building ${at % 17} and I'll send report ${at} by Friday.`,
      languageCode: null,
    })),
  };
}

describe('the embedded writer', () => {
  it.each([10, 40])(
    'writes the same summary in a thread as without one: %i sentences',
    { timeout: 90_000 },
    async (sentences) => {
      expect(
        await embeddedWriter().write(meeting(sentences), new AbortController().signal, notes),
      ).toEqual(await writeExtractiveSummary(meeting(sentences)));
    },
  );

  it(
    'leaves the process free to answer while it writes a long summary',
    { timeout: 90_000 },
    async () => {
      let turns = 0;
      const ticking = setInterval(() => (turns += 1), 5);
      await embeddedWriter().write(meeting(100), new AbortController().signal, notes);
      clearInterval(ticking);
      expect(turns).toBeGreaterThan(10);
    },
  );

  it('ends its thread when it is stopped', async () => {
    const stop = new AbortController();
    const writing = embeddedWriter().write(meeting(4000), stop.signal, notes);
    stop.abort(new Error('stopping'));
    await expect(writing).rejects.toThrow('stopping');
  });
});
