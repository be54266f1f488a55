// The scribe process. Its parent sends the options as the first message; it ends when the parent does.
import { hostname } from 'node:os';
import { liveKitMedia } from '../adapters/livekit-api/livekit-media.ts';
import { openTraces } from '../adapters/otlp/open-traces.ts';
import { rtcListener } from '../adapters/livekit-rtc/rtc-listener.ts';
import { roomListener } from '../engines/listener/room-listener.ts';
import { outgoingHttp } from '../adapters/outgoing-http/outgoing-http.ts';
import { endOnUnhandled } from './output/end-on-unhandled.ts';
import { gatheredOutput } from './output/gathered-output.ts';
import { jsonLog } from './output/json-log.ts';
import { openSecondPass, openSpeech } from './open-speech.ts';
import type { Ctx } from '../core/context.ts';
import type { Log } from '../core/ports.ts';
import { releaseLeases, runTasks, type TaskRunner } from '../core/task/run-tasks.ts';
import { SCRIBE_KINDS, type ScribeTaskKind, type TaskHandlers } from '../core/task/task.ts';
import { openStore } from '../store/open-store.ts';
import { attendMeeting } from '../scribe/session/attend-meeting.ts';
import { MeetingNews } from '../scribe/session/meeting-news.ts';
import { type HeldRooms, standBy } from '../scribe/session/stand-by.ts';
import { InterimReaders } from '../scribe/captions/captions.ts';
import { keepSweeping } from '../scribe/spool/sweep-spools.ts';
import { healthReport } from '../scribe/health-report.ts';
import type { ScribeHealth } from '../scribe/health-report.ts';
import { followNotices } from './notices/follow-notices.ts';
import type { ScribeOptions } from './scribe-options.ts';
import { openSpoolPlace } from './sweep-left-audio.ts';
import { sharedClock } from './clock/shared-clock.ts';
import { version } from './version.ts';

const STOP_WITHIN_MS = 8_000;
/** A little longer than an attendance takes to hand over. */
const RUNNERS_STOP_WITHIN_MS = 7_500;
const MAX_CONNECTIONS = 8;
/** Meetings that one scribe attends at once. */
const MAX_MEETINGS = 200;

async function contextFor(options: ScribeOptions, log: Log) {
  const db = openStore(options.databaseUrl, MAX_CONNECTIONS);
  return {
    db,
    clock: await sharedClock(db, log),
    media: liveKitMedia(options.media),
    writer: { write: () => Promise.reject(new Error('A scribe writes no summaries')) },
    outgoing: outgoingHttp({ allowPrivate: false }),
    settings: options.coreSettings,
    linkKeys: { current: '', keys: {} },
    log,
  };
}

async function start(options: ScribeOptions, log: Log): Promise<{ stop(): Promise<void> }> {
  const traces =
    options.traces && (await openTraces(options.traces, { role: 'scribe', version, log }));
  const ctx = { ...(await contextFor(options, log)), ...(traces && { traces }) };
  const place = await openSpoolPlace(options.spool);
  const report = healthReport((health: ScribeHealth) => process.send?.(health, () => {}));
  const recognizer = openSpeech(options, log, (health) =>
    report.recognizer(health, recognizer.engine),
  );
  const { secondPass, vadPath, hasStandby, isAlone } = options;
  const second = secondPass && openSecondPass(secondPass, { vadPath, live: recognizer, log });
  const openListener = options.listener === 'livekit' ? rtcListener : roomListener;
  const listener = openListener(options.media.url);
  const interimReaders = new InterimReaders(ctx);
  const news = new MeetingNews();
  const heldRooms: HeldRooms = new Map();
  const shared = { recognizer, listener, heldRooms, news };
  const attend = attendMeeting({
    ...shared,
    second,
    spoolRoot: place.root,
    spoolStore: place.store,
    onDisk: report.disk,
    onStore: report.store,
    interimReaders,
    hasStandby,
    hasOthers: !isAlone,
  });
  await releaseLeases(ctx, options.holder).catch((error: unknown) =>
    log.warn('leases could not be released and run until they expire', {
      component: 'scribe',
      error,
    }),
  );
  const runners = startRunners(ctx, options, {
    attend_meeting: attend,
    ...((hasStandby || !isAlone) && { stand_by: standBy(shared) }),
    // Without an engine it would keep meetings from a scribe that has one.
    isAble: () => recognizer.health().status !== 'unavailable',
  });
  const sweeper = keepSweeping(ctx, place);
  const wake = () => {
    for (const runner of runners) runner.wake();
  };
  const notices = followNotices(options.databaseUrl, log, {
    onNotice: ({ topic, ref }) => {
      if (topic === 'task') wake();
      if (topic === 'interim_wanted') interimReaders.want(ref);
      if (topic === 'meeting') news.tell(ref);
      if (topic === 'lobby') {
        if (!options.isReserve) recognizer.prepare();
        listener.prepare();
      }
      if (topic === 'artifact') sweeper.tell(ref);
    },
    onListening: wake,
  });
  return {
    stop: async () => {
      const swept = sweeper.stop();
      // Meetings are handed over with their text so far, which needs the recognizer.
      await Promise.all(runners.map((runner) => runner.stop(RUNNERS_STOP_WITHIN_MS)));
      await Promise.all([swept, notices.stop(), recognizer.stop(), second?.stop()]);
      ctx.clock.stop();
      await Promise.all([ctx.db.destroy(), traces?.stop()]);
    },
  };
}

type Runners = { isAble(): boolean } & Pick<TaskHandlers, ScribeTaskKind>;

/** One for each kind: a process that is on standby in many rooms can still attend one. */
function startRunners(
  ctx: Ctx,
  { holder, isReserve }: ScribeOptions,
  { isAble, ...handlers }: Runners,
): TaskRunner[] {
  return SCRIBE_KINDS.filter((kind) => handlers[kind]).map((kind) =>
    runTasks(ctx, {
      holder,
      handlers: { [kind]: handlers[kind] },
      concurrency: MAX_MEETINGS,
      isShared: true,
      isReserve,
      isAble,
    }),
  );
}

function firstMessage(): Promise<ScribeOptions> {
  return new Promise((resolve) =>
    process.once('message', (options) => resolve(options as ScribeOptions)),
  );
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('disconnect', () => resolve());
    // A Ctrl-C and the end of a terminal reach the whole group; the parent decides when we end.
    for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => {});
  });
}

const stopped = stopSignal();
const options = await Promise.race([firstMessage(), stopped]);
if (options) {
  const output = gatheredOutput();
  const log = jsonLog(options.logLevel, output, { role: 'scribe', instance: hostname() });
  endOnUnhandled(log, output);
  const scribe = await start(options, log);
  await stopped;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS);
  await scribe.stop();
  await output.drain();
}
process.exit(0);
