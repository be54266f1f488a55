import { Gauge, type Registry } from 'prom-client';
import type { MeetingState } from '../../../contract/generated/api.ts';
import type { Ctx } from '../../core/context.ts';
import { withTimeout } from '../../core/timing.ts';
import type { HealthBody } from '../health.ts';
import { ping } from '../../store/open-store.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';
import { SCRIBE_KINDS } from '../../core/task/task.ts';
import type { TaskKind } from '../../store/schema.ts';
import {
  countFailingTasks,
  countFinishedArtifacts,
  countFinishedMeetings,
  countOpenMeetings,
  countTasks,
  countUnfinishedArtifacts,
  countWaitingDeliveries,
  countWaitingSpeech,
} from '../../store/counts.ts';

/** In a row. A server that restarts causes one or two. */
const MANY_FAILURES = 5;
/** Prometheus waits 10 s for a scrape. */
const ANSWER_WITHIN_MS = 4_000;

/** Above this number, what is finished is counted once a minute instead of at each scrape. */
const MANY_FINISHED = 10_000;
const COUNT_EVERY_MS = 60_000;

type Seen = Pick<Ctx, 'db' | 'clock'>;
type Reading = { labels: Record<string, string>; value: number };

const STATES = Object.keys({
  created: 0,
  in_progress: 0,
  ending: 0,
  ended: 0,
  cancelled: 0,
  failed: 0,
} satisfies Record<MeetingState, number>);
const KINDS = ['transcript', 'summary'];
const RESULTS = ['unfinished', 'complete', 'partial', 'empty', 'failed'];

/** What the database holds at each scrape, the same in every process, and which parts this process finds broken. */
export function registerStateMetrics(
  registry: Registry,
  seen: Seen,
  health: () => Promise<HealthBody>,
): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Promise<Reading[]>,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        // Without the database, the process still reports figures about itself.
        const readings = await withTimeout(read(), ANSWER_WITHIN_MS, 'no answer in time').catch(
          () => [],
        );
        // A label that is no longer counted must not keep its last value.
        this.reset();
        for (const { labels, value } of readings) this.set(labels, value);
      },
    });
  };
  gauge('parley_database_up', 'Whether this process can reach the database: 1 or 0.', [], () =>
    databaseUp(seen),
  );
  const finishedMeetings = keptWhenMany(seen, countFinishedMeetings);
  gauge('parley_meetings', 'Meetings by state.', ['state'], async () =>
    meetings([...(await countOpenMeetings(seen.db)), ...(await finishedMeetings())]),
  );
  const finishedArtifacts = keptWhenMany(seen, countFinishedArtifacts);
  gauge(
    'parley_artifacts',
    'Transcripts and summaries of these meetings by result.',
    ['kind', 'result'],
    async () =>
      artifacts([...(await countUnfinishedArtifacts(seen.db)), ...(await finishedArtifacts())]),
  );
  gauge('parley_tasks_due', 'Tasks that are due and that no process does, by kind.', ['kind'], () =>
    tasks(seen),
  );
  gauge('parley_tasks_failing', 'Tasks that failed five times or more, by kind.', ['kind'], () =>
    failingTasks(seen),
  );
  gauge(
    'parley_webhook_deliveries_waiting',
    'Webhook deliveries still to be made, by whether an attempt has failed.',
    ['tried'],
    () => deliveries(seen),
  );
  gauge(
    'parley_speech_waiting_seconds',
    'Speech that was detected and is not transcribed yet.',
    [],
    async () => [{ labels: {}, value: (await countWaitingSpeech(seen.db)) / SAMPLE_RATE_HZ }],
  );
  gauge(
    'parley_component_up',
    'Whether this process finds a part of the service working, as in /health/ready: 1 or 0.',
    ['component'],
    () => components(health),
  );
}

async function databaseUp({ db }: Seen): Promise<Reading[]> {
  const answers = withTimeout(ping(db), ANSWER_WITHIN_MS, 'no answer in time');
  const value = await answers.then(
    () => 1,
    () => 0,
  );
  return [{ labels: {}, value }];
}

async function components(health: () => Promise<HealthBody>): Promise<Reading[]> {
  return Object.entries((await health()).components).map(([component, { status }]) => ({
    labels: { component },
    value: status === 'degraded' || status === 'unavailable' ? 0 : 1,
  }));
}

/** Counts again after a minute if there are many, else at each call. */
function keptWhenMany<T extends { count: number }>(
  { db, clock }: Seen,
  read: (db: Seen['db']) => Promise<T[]>,
): () => Promise<T[]> {
  let kept: { counts: T[]; untilMs: number } | undefined;
  return async () => {
    const nowMs = clock.now().getTime();
    if (kept && nowMs < kept.untilMs) return kept.counts;
    const counts = await read(db);
    const isMany = counts.reduce((sum, { count }) => sum + count, 0) > MANY_FINISHED;
    kept = isMany ? { counts, untilMs: nowMs + COUNT_EVERY_MS } : undefined;
    return counts;
  };
}

function meetings(counts: { state: string; count: number }[]): Reading[] {
  const counted = new Map(counts.map(({ state, count }) => [state, count]));
  return STATES.map((state) => ({ labels: { state }, value: counted.get(state) ?? 0 }));
}

function artifacts(counts: { kind: string; result: string; count: number }[]): Reading[] {
  const counted = new Map(counts.map(({ kind, result, count }) => [`${kind} ${result}`, count]));
  return KINDS.flatMap((kind) =>
    RESULTS.map((result) => ({
      labels: { kind, result },
      value: counted.get(`${kind} ${result}`) ?? 0,
    })),
  );
}

const byKind = (counts: { kind: TaskKind; count: number }[]): Reading[] =>
  counts.map(({ kind, count }) => ({ labels: { kind }, value: count }));

async function tasks({ db, clock }: Seen): Promise<Reading[]> {
  return byKind(await countTasks(db, clock.now()));
}

async function failingTasks({ db, clock }: Seen): Promise<Reading[]> {
  const asked = { times: MANY_FAILURES, longKinds: SCRIBE_KINDS, now: clock.now() };
  return byKind(await countFailingTasks(db, asked));
}

async function deliveries({ db }: Seen): Promise<Reading[]> {
  const { first, again } = await countWaitingDeliveries(db);
  return [
    { labels: { tried: 'no' }, value: first },
    { labels: { tried: 'yes' }, value: again },
  ];
}
