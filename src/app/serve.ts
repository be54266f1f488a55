// How the service runs: what starts in which order, and how it stops.
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { projectRoot, speechModelDir, vadModelPath } from '../../setup/places.mjs';
import { liveKitMedia } from '../adapters/livekit-api/livekit-media.ts';
import { openTraces } from '../adapters/otlp/open-traces.ts';
import { outgoingHttp } from '../adapters/outgoing-http/outgoing-http.ts';
import type { CoreSettings, Ctx } from '../core/context.ts';
import { followEvents } from '../core/event/event-tail.ts';
import { keepReconciling } from '../core/presence/keep-reconciling.ts';
import type { Log } from '../core/ports.ts';
import { withTimeout } from '../core/timing.ts';
import { forgiveDowntime } from '../core/task/forgive-downtime.ts';
import { releaseLeases } from '../core/task/run-tasks.ts';
import { runJobs } from '../jobs/task-handlers.ts';
import { openLiveWords } from '../core/live-words/live-notices.ts';
import { buildServer } from '../server/build-server.ts';
import { listenTls } from '../server/http/listen-tls.ts';
import { heldReads } from '../server/live/held-reads.ts';
import { rateLimits } from '../server/rates/rate-limits.ts';
import { shareRates } from '../server/rates/share-rates.ts';
import { notify } from '../store/notify.ts';
import { openAuditLog } from '../core/audit/audit-log.ts';
import { apiKeyCache } from '../core/api-key/api-key-cache.ts';
import { buildWriter } from './build-writer.ts';
import { ROLES, type Settings } from './config/read-settings.ts';
import { apiFollower, followNotices } from './notices/follow-notices.ts';
import { writeFirstKey } from './keys/first-key.ts';
import { hasDiskSpace, readHealth } from './health.ts';
import { holderId } from './holder-id.ts';
import { speechLanguages } from './speech-languages.ts';
import { openLinkKeys } from './keys/link-keys.ts';
import { type Backends, openBackends } from './open-backends.ts';
import { type ScribeChild, startScribes } from './scribes.ts';
import { registerRequestMetrics } from './metrics/request-metrics.ts';
import { registerConnectionMetrics } from './metrics/connection-metrics.ts';
import { type OpsSources, serveOps } from './metrics/serve-ops.ts';
import { registerStateMetrics } from './metrics/state-metrics.ts';
import { sharedClock } from './clock/shared-clock.ts';
import { type Stops, stopAll } from './stop-all.ts';
import { sweepLeftAudio } from './sweep-left-audio.ts';
import { version } from './version.ts';
import { keepRetention } from '../core/retention/apply-retention.ts';

export type Service = { url: string; stop(): Promise<void> };

const MEDIA_ANSWERS_WITHIN_MS = 5_000;

/**
 * Starts everything that the settings ask for; resolves when requests are answered. Rejects when
 * `signal` aborts before the servers are up; nothing is left running then.
 */
export async function serve(settings: Settings, log: Log, signal: AbortSignal): Promise<Service> {
  const stops: Stops = [];
  const stop = () => stopAll(stops, log);
  try {
    const backends = await openBackends(settings, log, signal);
    stops.push(backends.stop);
    signal.throwIfAborted();
    const traces =
      settings.traces &&
      (await openTraces(settings.traces, { role: [...settings.roles].join(','), version }, log));
    if (traces) stops.push(() => traces.stop());
    const clock = await sharedClock(backends.db, log);
    stops.push(clock.stop);
    const core = await buildContext(settings, backends, { clock, log });
    const ctx = { ...core, ...(traces && { traces }) };
    const holder = await holderId(settings.dataDir);
    const scribe =
      settings.roles.has('scribe') && ctx.settings.speech === 'on'
        ? scribeFor(settings, backends, ctx, holder)
        : null;
    const { databaseUrl } = backends;
    const audio = scribe ?? (await sweepLeftAudio(ctx, { ...settings, databaseUrl }));
    if (audio) stops.push(() => audio.stop());
    const ops = opsSources(settings, ctx, scribe);
    if (settings.roles.has('api')) await serveHttp(settings, backends, { ctx, ops, stops });
    if (settings.ops.port !== 0) stops.push(await serveOps(settings.ops, ops));
    if (settings.roles.has('worker')) await work(backends, ctx, `${holder}:worker`, stops);
    return { url: settings.publicUrl, stop };
  } catch (error) {
    // Logged; this error is the cause.
    await stop().catch(() => {});
    throw error;
  }
}

async function buildContext(
  settings: Settings,
  backends: Backends,
  { clock, log }: Pick<Ctx, 'clock' | 'log'>,
): Promise<Ctx> {
  const makesSecrets = settings.roles.has('api') || settings.roles.has('worker');
  const media = liveKitMedia(backends.media);
  // Only the server that has the secret can tell a mistyped one from a new one.
  const isSecretRight = () =>
    withTimeout(media.listRooms(), MEDIA_ANSWERS_WITHIN_MS, 'no answer in time').then(
      () => true,
      () => false,
    );
  const { apiSecret } = backends.media;
  return {
    db: backends.db,
    clock,
    media,
    writer: buildWriter(settings.summary, log),
    outgoing: outgoingHttp({ allowPrivate: settings.webhookAllowPrivate }),
    settings: coreSettings(settings),
    linkKeys: makesSecrets
      ? await openLinkKeys(backends.db, settings.dataDir, { apiSecret, isSecretRight })
      : { current: '', keys: {} },
    log,
  };
}

function coreSettings(settings: Settings): CoreSettings {
  return {
    publicUrl: settings.publicUrl,
    roomMaxParticipants: settings.roomMaxParticipants,
    emptyRoomSeconds: settings.emptyRoomSeconds,
    noShowSeconds: settings.noShowSeconds,
    maxMeetingSeconds: settings.maxMeetingSeconds,
    mediaLostSeconds: settings.mediaLostSeconds,
    keep: settings.keep,
    endingSeconds: settings.endingSeconds,
    speech: settings.speech.mode === 'off' ? 'off' : 'on',
    speechLanguages: speechLanguages(settings.speech),
    summary: settings.summary.mode === 'off' ? 'off' : 'on',
  };
}

function scribeFor(settings: Settings, backends: Backends, ctx: Ctx, holder: string): ScribeChild {
  return startScribes(ctx, {
    databaseUrl: backends.databaseUrl,
    media: backends.media,
    spool: settings.spool,
    holder: `${holder}:scribe`,
    hasStandby: settings.speech.hasStandby,
    // With every role there may be no other process.
    isAlone: settings.roles.size === ROLES.length,
    modelDir: settings.speech.modelDir ?? speechModelDir(),
    vadPath: vadModelPath(),
    listener: settings.speech.listener,
    recognizers: settings.speech.recognizers,
    remote: settings.speech.remote,
    languages: settings.speech.languages,
    secondPass: settings.speech.secondPass,
    coreSettings: ctx.settings,
    traces: settings.traces,
    logLevel: settings.logLevel,
  });
}

function opsSources(settings: Settings, ctx: Ctx, scribe: ScribeChild | null): OpsSources {
  const speech = () => (ctx.settings.speech === 'off' ? 'off' : (scribe?.health() ?? 'elsewhere'));
  const databaseHasSpace = async () =>
    settings.databaseUrl !== null || hasDiskSpace(settings.dataDir);
  const isOnlyScribe = settings.roles.size === 1 && settings.roles.has('scribe');
  const registry = new Registry();
  // The default wakes an idle process a hundred times a second.
  collectDefaultMetrics({
    register: registry,
    prefix: 'parley_',
    eventLoopMonitoringPrecision: 1_000,
  });
  const health = () => readHealth(ctx, version, { speech, databaseHasSpace, isOnlyScribe });
  registerStateMetrics(registry, ctx, health);
  return { registry, health };
}

async function serveHttp(
  settings: Settings,
  backends: Backends,
  { ctx, ops, stops }: { ctx: Ctx; ops: OpsSources; stops: Stops },
): Promise<void> {
  await writeFirstKey(ctx, settings.dataDir, { isShared: settings.databaseUrl !== null });
  const apiKeys = apiKeyCache(ctx);
  const held = heldReads();
  const rates = settings.databaseUrl
    ? shareRates(settings.rates, {
        send: (ref) => notify(ctx.db, { topic: 'rates', ref }),
        log: ctx.log,
      })
    : { limits: rateLimits(settings.rates), hear: () => {} };
  const eventTail = followEvents(ctx);
  const liveWords = openLiveWords(ctx);
  const followers = { held, apiKeys, eventTail, liveWords, rates };
  const notices = followNotices(backends.databaseUrl, ctx.log, apiFollower(followers));
  stops.push(() => notices.stop());
  const audit = openAuditLog(ctx);
  stops.push(() => audit.stop());
  const server = buildServer({
    core: ctx,
    apiKeys,
    audit,
    limits: rates.limits,
    held,
    eventTail,
    liveWords,
    trustedProxies: settings.trustedProxies,
    health: ops.health,
    measure: registerRequestMetrics(ops.registry),
    measureConnection: registerConnectionMetrics(ops.registry),
    media: { signallingUrl: backends.media.url },
    embedOrigins: settings.embedOrigins,
    webDist: join(projectRoot(), 'clients/web/dist'),
  });
  await server.listen({ host: settings.host, port: settings.port });
  stops.push(() => server.close());
  if (settings.tls) {
    const tls = await listenTls(server.server, {
      ...settings.tls,
      turn: backends.turn,
      log: ctx.log,
    });
    // Stopped before the server, which closes its open connections: no new one may arrive.
    stops.push(() => void tls.close());
  }
}

async function work(backends: Backends, ctx: Ctx, holder: string, stops: Stops): Promise<void> {
  await releaseLeases(ctx, holder);
  await forgiveDowntime(ctx);
  await keepRetention(ctx);
  const jobs = runJobs(ctx, holder);
  const notices = followNotices(backends.databaseUrl, ctx.log, {
    onNotice: ({ topic }) => {
      if (topic === 'task') jobs.wake();
    },
    onListening: () => jobs.wake(),
  });
  const reconcile = keepReconciling(ctx);
  stops.push(async () => {
    await Promise.all([reconcile.stop(), notices.stop(), jobs.stop()]);
  });
}
