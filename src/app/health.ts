import { statfs } from 'node:fs/promises';
import type { Ctx } from '../core/context.ts';
import type { Engine } from '../core/ports.ts';
import type { ScribeHealth } from '../scribe/health-report.ts';
import { withTimeout } from '../core/timing.ts';
import { isTaskLeftAlone } from '../store/counts.ts';
import { SCRIBE_KINDS } from '../core/task/task.ts';
import { TASK_KINDS, type TaskKind } from '../store/schema.ts';
import { ping } from '../store/open-store.ts';
import { hasWebhookOfOtherKey } from '../store/webhook/webhook.ts';

type ComponentHealth = {
  status: 'ok' | 'starting' | 'degraded' | 'unavailable' | 'off';
  detail?: string;
  engine?: string;
  quality?: Engine['quality'];
};
export type HealthBody = {
  status: 'ok' | 'degraded' | 'unavailable';
  version: string;
  components: {
    database: ComponentHealth;
    media: ComponentHealth;
    speech: ComponentHealth;
    summary: ComponentHealth;
    /** Timers, summaries, webhooks. */
    tasks: ComponentHealth;
  };
};

/** A probe of Kubernetes waits 1 s for an answer. */
const ANSWER_WITHIN_MS = 800;
/** One WAL segment of the database: with less, writing may fail at any moment. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;
/** A scribe takes a meeting at once; one that died gives it back within seconds. */
const ATTENDED_WITHIN_MS = 30_000;
/** A worker takes a task within a second, unless it is busy. */
const DONE_WITHIN_MS = 45_000;
const WORKER_KINDS = TASK_KINDS.filter((kind) => !SCRIBE_KINDS.some((its) => its === kind));

type HealthSources = {
  speech: () => ScribeHealth | 'off' | 'elsewhere';
  databaseHasSpace: () => Promise<boolean>;
  /** The process does nothing else: without a working engine it is not ready. */
  isOnlyScribe?: boolean;
  /** How long each component is given. */
  answerWithinMs?: number;
};

/** What `GET /health/ready` answers. `unavailable` only when no request could be served at all. */
export async function readHealth(
  ctx: Pick<Ctx, 'db' | 'clock' | 'media' | 'settings' | 'linkKeys'>,
  version: string,
  sources: HealthSources,
): Promise<HealthBody> {
  const { speech, databaseHasSpace, isOnlyScribe = false } = sources;
  const { answerWithinMs: withinMs = ANSWER_WITHIN_MS } = sources;
  const [answers, hasSpace, isUnattended, isUndone, isKeyLost, media] = await Promise.all([
    asked(
      () => ping(ctx.db),
      withinMs,
      'The database does not answer. Look at logs/postgres.log in the data folder, or check DATABASE_URL.',
    ),
    databaseHasSpace(),
    speech() === 'elsewhere' &&
      isLeftAlone(ctx, ['attend_meeting'], { forMs: ATTENDED_WITHIN_MS, withinMs }),
    isLeftAlone(ctx, WORKER_KINDS, { forMs: DONE_WITHIN_MS, withinMs }),
    isWebhookKeyLost(ctx, withinMs),
    asked(
      () => ctx.media.listRooms(),
      withinMs,
      'The media server does not answer. Look at logs/livekit.log in the data folder, or ' +
        'check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
    ),
  ]);
  const components = {
    database: databaseHealth(answers, hasSpace, ctx.clock.isRight?.() !== false),
    media,
    speech: speechHealth(speech(), isUnattended),
    summary: { status: ctx.settings.summary === 'on' ? 'ok' : 'off' },
    tasks: isUndone ? TASKS_WAIT : isKeyLost ? WEBHOOK_KEY_LOST : { status: 'ok' },
  } satisfies HealthBody['components'];
  return { status: overall(components, isOnlyScribe), version, components };
}

/** Whether the disk that holds this folder has space left. */
export async function hasDiskSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= MIN_FREE_BYTES;
}

async function asked(
  question: () => Promise<unknown>,
  withinMs: number,
  fix: string,
): Promise<ComponentHealth> {
  try {
    await withTimeout(question(), withinMs, 'no answer in time');
    return { status: 'ok' };
  } catch {
    return { status: 'unavailable', detail: fix };
  }
}

function isLeftAlone(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  kinds: readonly TaskKind[],
  { forMs, withinMs }: { forMs: number; withinMs: number },
): Promise<boolean> {
  const now = clock.now();
  const question = isTaskLeftAlone(db, kinds, { since: new Date(now.getTime() - forMs), now });
  // A database that does not answer has its own line in the report.
  return withTimeout(question, withinMs, 'no answer in time').catch(() => false);
}

/** Whether the key that a webhook's secret is made from is lost. A process that makes no secrets has no keys. */
async function isWebhookKeyLost(
  { db, linkKeys }: Pick<Ctx, 'db' | 'linkKeys'>,
  withinMs: number,
): Promise<boolean> {
  const keyIds = Object.keys(linkKeys.keys);
  if (keyIds.length === 0) return false;
  const question = hasWebhookOfOtherKey(db, keyIds);
  return withTimeout(question, withinMs, 'no answer in time').catch(() => false);
}

const DISK_FULL: ComponentHealth = {
  status: 'degraded',
  detail: 'The disk that holds the data folder is full: nothing can be written. Free some space.',
};

const CLOCK_OFF: ComponentHealth = {
  status: 'unavailable',
  detail: 'The clock of this machine differs from that of the database: synchronize both with NTP.',
};

const MEETING_WAITS: ComponentHealth = {
  status: 'degraded',
  detail:
    'A meeting is waiting to be transcribed: check that a process with the role scribe is running.',
};

const TASKS_WAIT: ComponentHealth = {
  status: 'degraded',
  detail:
    'Timers, summaries or webhooks are waiting: check that a process with the role worker is running.',
};

const WEBHOOK_KEY_LOST: ComponentHealth = {
  status: 'degraded',
  detail:
    'The key of a webhook is missing from link-keys.json, and its deliveries wait: ' +
    'restore that file, or give the webhook a new secret.',
};

function databaseHealth(
  answers: ComponentHealth,
  hasSpace: boolean,
  isClockRight: boolean,
): ComponentHealth {
  if (answers.status !== 'ok') return answers;
  if (!isClockRight) return CLOCK_OFF;
  return hasSpace ? answers : DISK_FULL;
}

function speechHealth(
  speech: ScribeHealth | 'off' | 'elsewhere',
  isUnattended: boolean,
): ComponentHealth {
  if (speech === 'off') return { status: 'off' };
  if (speech === 'elsewhere')
    return isUnattended ? MEETING_WAITS : { status: 'ok', detail: 'Another process transcribes.' };
  const engine = speech.engine
    ? { engine: `${speech.engine.name} ${speech.engine.model}`, quality: speech.engine.quality }
    : {};
  return { status: speech.status, ...engine, ...(speech.detail ? { detail: speech.detail } : {}) };
}

function overall(
  { database, media, speech, tasks }: HealthBody['components'],
  isOnlyScribe: boolean,
): HealthBody['status'] {
  if (database.status === 'unavailable') return 'unavailable';
  if (isOnlyScribe && (speech.status === 'unavailable' || speech.status === 'starting'))
    return 'unavailable';
  const well = (component: ComponentHealth) =>
    component.status === 'ok' || component.status === 'off' || component.status === 'starting';
  return [database, media, speech, tasks].every(well) ? 'ok' : 'degraded';
}
