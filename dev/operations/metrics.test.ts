// Alert rules and the dashboard, held against what the running product tells Prometheus.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import {
  askedOf,
  groupLabels,
  isChosen,
  missingLabels,
  operatorsQueries,
  readScrape,
  type Scrape,
} from '../world/asked-metrics.ts';
import { freePorts } from '../world/free-ports.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { projectRoot } from '../../setup/places.mjs';

let parley: Parley;
let readMetrics: () => Promise<Scrape>;
let scrape: Scrape;
const asked = operatorsQueries().flatMap(askedOf);

/** Told alike by every process, since they read them from the database. */
const STATE_METRICS = [
  'parley_database_up',
  'parley_meetings',
  'parley_artifacts',
  'parley_tasks_due',
  'parley_tasks_failing',
  'parley_webhook_deliveries_waiting',
  'parley_speech_waiting_seconds',
];
/** Without a sample until something is wrong: a task that is late or fails, an answer of 5xx, a guest's report. */
const ONLY_IN_TROUBLE = [
  'parley_tasks_due{kind="attend_meeting"}',
  'parley_tasks_due{kind!~"attend_meeting|stand_by|write_summary|deliver_webhook"}',
  'parley_http_requests_total{status=~"5.."}',
  'parley_guest_packet_loss_ratio_bucket',
  'parley_guest_connection_reports_total',
  'parley_tasks_due',
  'parley_tasks_failing',
];

beforeAll(async () => {
  const [opsPort = 0] = await freePorts(1);
  parley = await startParley({ env: { PARLEY_OPS_PORT: String(opsPort), PARLEY_SPEECH: 'off' } });
  const { meetings, summaries } = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await meetings.create({ title: 'Watched' });
  await meetings.cancel(meetingRef);
  await summaries.waitFor(meetingRef);
  readMetrics = async () =>
    readScrape(await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text());
  scrape = await until('the answers are counted', 30_000, async () => {
    const read = await readMetrics();
    return read.samples.some(({ metric }) => metric === 'parley_http_requests_total') && read;
  });
});

afterAll(() => clearAway(parley));

const selector = ({ metric, matchers }: (typeof asked)[number]): string =>
  matchers.length === 0
    ? metric
    : `${metric}{${matchers.map(({ label, operator, value }) => `${label}${operator}"${value}"`).join(',')}}`;

test('the running product exposes every metric that an alert or a panel uses', () => {
  expect(asked.length).toBeGreaterThan(15);
  const families = asked.map(({ metric }) => metric.replace(/_bucket$/, ''));
  expect(families.filter((family) => !scrape.declared.has(family))).toEqual([]);
});

test('the dashboard or an alert uses every metric of the guide', () => {
  const guide = readFileSync(join(projectRoot(), 'docs/guide/metrics.md'), 'utf8');
  const cells = [...guide.matchAll(/^\| (`parley_[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const explained = cells.flatMap((cell) => cell.match(/parley_\w+/g) ?? []);
  expect(explained.length).toBeGreaterThan(12);
  const used = asked.map(({ metric }) => metric);
  expect(explained.filter((name) => !used.some((one) => one.startsWith(name)))).toEqual([]);
});

test('every selector chooses samples of a quiet service, but for those that only trouble makes', async () => {
  // What has just been done is counted a moment later.
  await expect
    .poll(async () => {
      scrape = await readMetrics();
      const empty = asked.filter((one) => !isChosen(one, scrape)).map(selector);
      return empty.filter((one) => !ONLY_IN_TROUBLE.includes(one));
    })
    .toEqual([]);
  expect(asked.flatMap((one) => missingLabels(one, scrape))).toEqual([]);
});

test('every label that a query groups by is one that its metric has', () => {
  const unknown = operatorsQueries().flatMap((query) => {
    const metrics = new Set(askedOf(query).map(({ metric }) => metric));
    const own = scrape.samples.filter(({ metric }) => metrics.has(metric));
    if (own.length === 0) return [];
    return groupLabels(query).filter((label) => !own.some(({ labels }) => labels.has(label)));
  });
  expect(unknown).toEqual([]);
});

test('a figure that every process reports is counted once, never summed', () => {
  const told = [...scrape.declared].filter((name) => STATE_METRICS.includes(name));
  expect(told.sort()).toEqual(STATE_METRICS.toSorted());
  const wrong = asked.filter(
    ({ metric, aggregator }) =>
      STATE_METRICS.includes(metric) && !['max', 'absent'].includes(aggregator),
  );
  expect(wrong.map(({ query }) => query)).toEqual([]);
});
