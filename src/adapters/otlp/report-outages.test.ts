import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { reportOutages } from './report-outages.ts';

test('a collector that takes no traces is logged once, however often it is tried, and so is its return', () => {
  const [said, told]: [string[], number[]] = [[], []];
  const note = (message: string) => void said.push(message);
  let code = 0;
  type Done = (outcome: { code: number }) => void;
  const exporter = { export: (_: unknown, done: Done) => done({ code }) } as SpanExporter;
  const reported = reportOutages(exporter, { ...silentLog, warn: note, info: note });
  for (code of [0, 1, 1, 0, 0, 1]) reported.export([], (outcome) => told.push(outcome.code));
  const [away, back] = [expect.stringMatching(/takes no traces/), expect.stringMatching(/again/)];
  expect(said).toEqual([away, back, away]);
  expect(told).toEqual([0, 1, 1, 0, 0, 1]);
});
