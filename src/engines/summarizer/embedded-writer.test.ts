import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { until } from '../../../dev/world/until.ts';
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

const msOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** The priority of each thread of this process, by its id; a higher figure gives way to lower ones. */
function priorities(): Map<string, number> {
  const folder = '/proc/self/task';
  return new Map(
    readdirSync(folder).map((thread) => {
      const fields = readFileSync(`${folder}/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ');
      return [thread, Number(fields?.[16])];
    }),
  );
}

describe('the embedded writer', () => {
  it(
    'writes the same summary in a thread as without one, and leaves the process free to answer',
    { timeout: 90_000 },
    async () => {
      const signal = new AbortController().signal;
      const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
      const written = await embeddedWriter().write(meeting(60), signal, notes);
      const share = msOf(process.threadCpuUsage(own)) / msOf(process.cpuUsage(all));
      // Without a thread, it does nearly all of the work.
      expect(share).toBeLessThan(0.5);
      expect(written).toEqual(await writeExtractiveSummary(meeting(60)));
    },
  );

  it.runIf(process.platform === 'linux')(
    'reads a long meeting at a lower priority than everything else runs at',
    { timeout: 90_000 },
    async () => {
      const stop = new AbortController();
      const before = priorities();
      const own = before.get(String(process.pid)) ?? 0;
      const writing = embeddedWriter().write(meeting(400), stop.signal, notes);
      const ended = expect(writing).rejects.toThrow('stopping');
      const lowered = (): number =>
        [...priorities()].filter(([thread, nice]) => !before.has(thread) && nice > own).length;
      await until('a thread of lower priority', 60_000, () => lowered() > 0);
      for (const [thread, nice] of priorities())
        if (before.has(thread)) expect(nice).toBe(before.get(thread));
      stop.abort(new Error('stopping'));
      await ended;
    },
  );

  it('ends its thread when it is stopped', async () => {
    const stop = new AbortController();
    const writing = embeddedWriter().write(meeting(4000), stop.signal, notes);
    stop.abort(new Error('stopping'));
    await expect(writing).rejects.toThrow('stopping');
  });
});
