import type { Ctx } from '../core/context.ts';
import type { Engine } from '../core/ports.ts';
import type { ScribeHealth } from '../scribe/session/scribe-options.ts';
import { withTimeout } from '../core/timing.ts';
import { isTaskLeftAlone } from '../store/counts.ts';
import { ping } from '../store/open-store.ts';

export type ComponentHealth = {
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
  };
};

const ANSWER_WITHIN_MS = 2_000;

async function asked(question: () => Promise<unknown>, mend: string): Promise<ComponentHealth> {
  try {
    await withTimeout(question(), ANSWER_WITHIN_MS, 'no answer in time');
    return { status: 'ok' };
  } catch {
    return { status: 'unavailable', detail: mend };
  }
}

function speechHealth(speech: ScribeHealth | 'off' | 'elsewhere', left: boolean): ComponentHealth {
  if (speech === 'off') return { status: 'off' };
  if (speech === 'elsewhere')
    return left ? UNHEARD : { status: 'ok', detail: 'Another process transcribes.' };
  const engine = speech.engine
    ? { engine: `${speech.engine.name} ${speech.engine.model}`, quality: speech.engine.quality }
    : {};
  return { status: speech.status, ...engine, ...(speech.detail ? { detail: speech.detail } : {}) };
}

function overall({ database, media, speech }: HealthBody['components']): HealthBody['status'] {
  if (database.status === 'unavailable') return 'unavailable';
  const well = (component: ComponentHealth) =>
    component.status === 'ok' || component.status === 'off' || component.status === 'starting';
  return well(database) && well(media) && well(speech) ? 'ok' : 'degraded';
}

/** Where the database is not ours, its disk is not either. */
export type HealthSources = {
  speech: () => ScribeHealth | 'off' | 'elsewhere';
  databaseHasRoom: () => Promise<boolean>;
};

const FULL: ComponentHealth = {
  status: 'degraded',
  detail: 'The disk that holds the data folder is full: nothing can be written. Make room on it.',
};

const UNHEARD: ComponentHealth = {
  status: 'degraded',
  detail: 'A meeting waits to be heard: see whether a process with the role scribe runs.',
};

/** A scribe takes a meeting at once; one that died gives it back after 15 s. */
const HEARD_WITHIN_MS = 30_000;

function isMeetingLeftAlone({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<boolean> {
  const now = clock.now();
  const since = new Date(now.getTime() - HEARD_WITHIN_MS);
  // Of a database that does not answer, its own line tells.
  const question = isTaskLeftAlone(db, 'attend_meeting', { since, now });
  return withTimeout(question, ANSWER_WITHIN_MS, 'no answer in time').catch(() => false);
}

/** What `GET /health/ready` answers. `unavailable` only when no request could be served at all. */
export async function readHealth(
  ctx: Pick<Ctx, 'db' | 'clock' | 'media' | 'settings'>,
  version: string,
  { speech, databaseHasRoom }: HealthSources,
): Promise<HealthBody> {
  const [answers, hasRoom, left, media] = await Promise.all([
    asked(
      () => ping(ctx.db),
      'The database does not answer. Look at logs/postgres.log in the data folder, or check DATABASE_URL.',
    ),
    databaseHasRoom(),
    speech() === 'elsewhere' && isMeetingLeftAlone(ctx),
    asked(
      () => ctx.media.listRooms(),
      'The media server does not answer. Look at logs/livekit.log in the data folder, or ' +
        'check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
    ),
  ]);
  const database = answers.status === 'ok' && !hasRoom ? FULL : answers;
  const summary: ComponentHealth = { status: ctx.settings.summary === 'on' ? 'ok' : 'off' };
  const components = { database, media, speech: speechHealth(speech(), left), summary };
  return { status: overall(components), version, components };
}
