import { sql } from 'kysely';
import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { webhookReceiver } from '../../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../../dev/world/service/webhook-scene.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import { cancelMeeting } from '../../core/meeting/cancel-meeting.ts';
import { comeIn } from '../../../dev/world/service/core-scene.ts';
import { noteConnected } from '../../core/participant/note-connected.ts';
import { appendUtterances, noteWords } from '../../core/transcript/append-utterance.ts';
import { openTrack } from '../../core/transcript/open-track.ts';
import { dropTask, putTask } from '../../store/task.ts';
import { leaseDueTasks } from '../../store/task-run.ts';
import { openStore } from '../../store/open-store.ts';
import { readHealth } from '../health.ts';
import { registerStateMetrics } from './state-metrics.ts';

const scene = await webhookScene();

function metricsOf(change: Partial<typeof scene.ctx> = {}, hasSpace = true): Registry {
  const registry = new Registry();
  const ctx = { ...scene.ctx, ...change };
  const sources = {
    speech: () => 'elsewhere' as const,
    databaseHasSpace: async () => hasSpace,
    // The database of a busy machine answers late.
    answerWithinMs: 20_000,
  };
  registerStateMetrics(registry, ctx, () => readHealth(ctx, '1', sources));
  return registry;
}

test('each scrape counts the meetings of every state, zero included', async () => {
  const metrics = metricsOf();
  const { meetingRef } = await scene.newMeeting();
  const first = await metrics.metrics();
  expect(first).toContain('parley_meetings{state="created"} 1\n');
  expect(first).toContain('parley_meetings{state="failed"} 0\n');
  await cancelMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
  const second = await metrics.metrics();
  expect(second).toContain('parley_meetings{state="created"} 0\n');
  expect(second).toContain('parley_meetings{state="cancelled"} 1\n');
});

test('without the database a scrape still tells what the process knows, and that the database is away', async () => {
  const away = openStore('postgres://parley@127.0.0.1:1/parley', 1);
  const registry = metricsOf({ db: away });
  new Counter({ name: 'seen', help: 'Seen.', registers: [registry] });
  const text = await registry.metrics();
  expect(text).toContain('seen 0\n');
  expect(text).toContain('parley_database_up 0\n');
  expect(text).not.toContain('parley_meetings{');
  await away.destroy();
  expect(await metricsOf().metrics()).toContain('parley_database_up 1\n');
});

test('a scrape tells which parts this process finds broken, such as a media server that does not answer', async () => {
  const ofMedia = 'parley_component_up{component="media"}';
  expect(await metricsOf().metrics()).toContain(`${ofMedia} 1\n`);
  const media = { ...scene.ctx.media, listRooms: () => Promise.reject(new Error('away')) };
  const text = await metricsOf({ media }).metrics();
  expect(text).toContain(`${ofMedia} 0\n`);
  for (const component of ['database', 'speech', 'summary', 'tasks'])
    expect(text).toContain(`parley_component_up{component="${component}"} 1\n`);
  expect(await metricsOf({}, false).metrics()).toContain(
    'parley_component_up{component="database"} 0\n',
  );
});

test('tasks that are due are counted by kind, and no longer when they are done', async () => {
  const metrics = metricsOf();
  await scene.newMeeting();
  scene.clock.advance(31 * 86_400);
  expect(await metrics.metrics()).toContain('parley_tasks_due{kind="no_show"} 1\n');
  await scene.work();
  expect(await metrics.metrics()).not.toContain('kind="no_show"');
});

test.each(['attend_meeting', 'apply_retention'] as const)(
  'a task (%s) counts only while no process does it',
  async (kind) => {
    const metrics = metricsOf();
    const waiting = `parley_tasks_due{kind="${kind}"} 1\n`;
    const now = scene.clock.now();
    await putTask(scene.ctx.db, kind, 'mtg_x', now);
    expect(await metrics.metrics()).toContain(waiting);
    const leasedUntil = new Date(now.getTime() + 15_000);
    const request = { kinds: [kind], holder: 'another process', now, leasedUntil, limit: 1 };
    await leaseDueTasks(scene.ctx.db, request);
    expect(await metrics.metrics()).not.toContain(waiting);
    scene.clock.advance(15);
    expect(await metrics.metrics()).toContain(waiting);
    await dropTask(scene.ctx.db, kind, 'mtg_x');
  },
);

test('a task counts as failing once five runs in a row have failed, between them too, until one succeeds', async () => {
  const metrics = metricsOf();
  const failing = 'parley_tasks_failing{kind="no_show"} 1\n';
  let fails = true;
  const handlers = {
    no_show: async () => {
      if (fails) throw new Error('never');
    },
  };
  await putTask(scene.ctx.db, 'no_show', 'mtg_x', scene.clock.now());
  for (let run = 0; run < 5; run += 1) {
    expect(await metrics.metrics()).not.toContain(failing);
    await scene.work(handlers);
    scene.clock.advance(30);
  }
  expect(await metrics.metrics()).toContain(failing);
  fails = false;
  await scene.work(handlers);
  expect(await metrics.metrics()).not.toContain(failing);
});

test('a meeting that a scribe attends at last does not count as failing', async () => {
  const metrics = metricsOf();
  const failing = 'parley_tasks_failing{kind="attend_meeting"} 1\n';
  const fail = () => Promise.reject(new Error('no engine'));
  await putTask(scene.ctx.db, 'attend_meeting', 'mtg_x', scene.clock.now());
  for (let run = 0; run < 5; run += 1) {
    await scene.work({ attend_meeting: fail });
    scene.clock.advance(5);
  }
  expect(await metrics.metrics()).toContain(failing);
  let meanwhile = failing;
  await scene.work({ attend_meeting: async () => void (meanwhile = await metrics.metrics()) });
  expect(meanwhile).not.toContain(failing);
});

test('a webhook delivery waits from its event on until it arrived, and it shows whether it was tried', async () => {
  const metrics = metricsOf();
  const receiver = await webhookReceiver(() => ({ status: 500 }));
  await scene.webhook(receiver.url, { eventTypes: ['transcript.available'] });
  await scene.cancelled();
  expect(await metrics.metrics()).toContain('parley_webhook_deliveries_waiting{tried="no"} 1\n');
  await scene.deliver();
  expect(await metrics.metrics()).toContain('parley_webhook_deliveries_waiting{tried="yes"} 1\n');
  receiver.react = () => ({ status: 204 });
  await scene.pass(3_600);
  const last = await metrics.metrics();
  expect(last).toContain('parley_webhook_deliveries_waiting{tried="no"} 0\n');
  expect(last).toContain('parley_webhook_deliveries_waiting{tried="yes"} 0\n');
});

test('transcripts and summaries are counted by what came of them', async () => {
  const metrics = metricsOf();
  const counted = async (result: string): Promise<number> => {
    const line = new RegExp(`parley_artifacts\\{kind="transcript",result="${result}"\\} (\\d+)`);
    return Number(line.exec(await metrics.metrics())?.[1]);
  };
  const [unfinished, empty] = [await counted('unfinished'), await counted('empty')];
  const link = await scene.newMeeting();
  expect(await counted('unfinished')).toBe(unfinished + 1);
  const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, admission);
  const { meetingRef } = link;
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
  expect([await counted('unfinished'), await counted('empty')]).toEqual([unfinished + 1, empty]);
  await scene.cancelled();
  expect([await counted('unfinished'), await counted('empty')]).toEqual([
    unfinished + 1,
    empty + 1,
  ]);
});

test('speech waits from its cut on until it has words', async () => {
  const metrics = metricsOf();
  const link = await scene.newMeeting();
  const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, admission);
  const heard = {
    meetingRef: link.meetingRef,
    participantRef: admission.participantRef,
    mediaTrackSid: 'TR_1',
  };
  const track = await openTrack(scene.ctx, { ...heard, startedAt: scene.clock.now() });
  if (!track) throw new Error('no track');
  const { trackRef } = track;
  await appendUtterances(scene.ctx, {
    trackRef,
    cuts: [{ fromSample: 0, toSample: 40_000, isForced: false }],
    scannedSamples: 48_000,
  });
  expect(await metrics.metrics()).toContain('parley_speech_waiting_seconds 2.5\n');
  await noteWords(scene.ctx, { trackRef, fromSample: 0 }, { text: 'Hello.', languageCode: 'en' });
  expect(await metrics.metrics()).toContain('parley_speech_waiting_seconds 0\n');
});

test('above 10,000, finished meetings are counted once a minute; open ones are counted at each scrape', async () => {
  await sql`insert into meeting (meeting_ref, tenant, state, title, created_at, state_changed_at)
    select 'mtg_' || n, 'acme', 'ended', 'Past', now(), now() from generate_series(1, 10001) n`.execute(
    scene.db,
  );
  await sql`insert into artifact (meeting_ref, kind, status, result)
    select meeting_ref, 'summary', 'available', 'failed' from meeting where title = 'Past'`.execute(
    scene.db,
  );
  const metrics = metricsOf();
  const read = async () => {
    const text = await metrics.metrics();
    const of = (name: string) => Number(text.split(`${name} `)[1]?.split('\n')[0]);
    const over = of('parley_meetings{state="cancelled"}');
    const results = of('parley_artifacts{kind="transcript",result="empty"}');
    return { open: of('parley_meetings{state="created"}'), over, results };
  };
  const { open, over, results } = await read();
  await scene.cancelled();
  await scene.newMeeting();
  scene.clock.advance(59);
  expect(await read()).toEqual({ open: open + 1, over, results });
  scene.clock.advance(1);
  expect(await read()).toEqual({ open: open + 1, over: over + 1, results: results + 1 });
});
