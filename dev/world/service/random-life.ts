// Random lives of one meeting for property tests: events that come twice, late or never, media outages, killed
// processes and dead scribes.
import type { Admission } from '../../../contract/generated/guest-api.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { revokeGuestLink } from '../../../src/core/guest-link/revoke-guest-link.ts';
import { cancelMeeting } from '../../../src/core/meeting/cancel-meeting.ts';
import { endMeeting } from '../../../src/core/meeting/end-meeting.ts';
import { isTerminal } from '../../../src/core/meeting/transitions.ts';
import { comeIn, coreScene, type CoreScene } from './core-scene.ts';
import { leaveMeeting } from '../../../src/core/participant/leave-meeting.ts';
import { noteConnected } from '../../../src/core/participant/note-connected.ts';
import { openLobby } from '../../../src/core/participant/open-lobby.ts';
import { renewAdmission } from '../../../src/core/participant/renew-admission.ts';
import { type MediaWatch, newMediaWatch } from '../../../src/core/presence/media-watch.ts';
import { noteMediaEvent } from '../../../src/core/presence/note-media-event.ts';
import { reconcileMeetings } from '../../../src/core/presence/reconcile-meetings.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDueTasks } from '../../../src/core/task/run-due-tasks.ts';
import { releaseLeases } from '../../../src/core/task/run-tasks.ts';
import { taskHandlers } from '../../../src/jobs/task-handlers.ts';
import type { Db } from '../../../src/store/schema.ts';
import { scriptedScribe } from '../speech/scripted-scribe.ts';
import { type Kill, killableDb, Killed } from './test-database.ts';
import type { Action } from './random-actions.ts';
import { checkInvariants, type Look } from './meeting-invariants.ts';

export type Life = {
  scene: CoreScene;
  link: { meetingRef: string; guestLinkRef: string; secret: string };
  people: Admission[];
  watch: MediaWatch;
  scribeLives: boolean;
};

export async function begin(db: Db): Promise<Life> {
  for (const table of [
    'task',
    'event',
    'media_event',
    'finished_room',
    'idempotency_record',
    'meeting',
  ] as const)
    await db.deleteFrom(table).execute();
  const scene = coreScene(db, { noShowSeconds: 3_600, maxMeetingSeconds: 7_200 });
  return {
    scene,
    link: await scene.newMeeting(),
    people: [],
    watch: newMediaWatch(),
    scribeLives: true,
  };
}

export async function perform(life: Life, what: Action, kill: Kill | null): Promise<void> {
  const { ctx } = life.scene;
  try {
    await act(life, kill ? { ...ctx, db: killableDb(ctx.db, kill) } : ctx, what);
  } catch (error) {
    if (error instanceof Problem) return;
    if (!(error instanceof Killed)) throw error;
    life.watch = newMediaWatch();
    await releaseLeases(ctx, 'worker');
  }
}

async function act(life: Life, ctx: Ctx, what: Action): Promise<void> {
  const { scene, link, people } = life;
  const { media } = scene;
  const person = 'who' in what ? people[what.who] : undefined;
  const request = { actor: scene.actor, meetingRef: link.meetingRef, call: null };
  if (what.do === 'join' && people.length < 3)
    people.push(await comeIn(ctx, { ...link, displayName: 'Ana' }));
  else if (what.do === 'connect' && person) media.connect(link.meetingRef, person.participantRef);
  else if (what.do === 'disconnect' && person)
    media.disconnect(link.meetingRef, person.participantRef);
  else if (what.do === 'say_connected' && person) await noteConnected(ctx, person);
  else if (what.do === 'leave' && person) await leaveMeeting(ctx, person);
  else if (what.do === 'renew' && person) await renewAdmission(ctx, person);
  else if (what.do === 'media_down' || what.do === 'media_up') media.up = what.do === 'media_up';
  else if (what.do === 'media_restart') media.restart();
  else if (what.do === 'expire_rooms') media.expireEmptyRooms();
  else if (what.do === 'tell') await tell(life, ctx, what.which, what.how);
  else if (what.do === 'wait') scene.clock.advance(what.seconds);
  else if (what.do === 'work') await work(life, ctx);
  else if (what.do === 'reconcile') await reconcileMeetings(ctx, life.watch);
  else if (what.do === 'end') await endMeeting(ctx, request);
  else if (what.do === 'cancel') await cancelMeeting(ctx, request);
  else if (what.do === 'revoke') await revokeGuestLink(ctx, { actor: scene.actor, ...link });
  else if (what.do === 'scribe_dies') life.scribeLives = false;
}

async function tell(
  life: Life,
  ctx: Ctx,
  which: number,
  how: 'once' | 'twice' | 'again_later' | 'never',
): Promise<void> {
  const { undelivered } = life.scene.media;
  const index = undelivered.length === 0 ? 0 : which % undelivered.length;
  const event = undelivered[index];
  if (!event) return;
  if (how !== 'again_later') undelivered.splice(index, 1);
  if (how !== 'never') await noteMediaEvent(ctx, event);
  if (how === 'twice') await noteMediaEvent(ctx, event);
}

async function work(life: Life, ctx: Ctx): Promise<void> {
  const handlers = {
    ...taskHandlers,
    ...(life.scribeLives ? { attend_meeting: scriptedScribe } : {}),
  };
  for (;;) {
    const runs = await startDueTasks(ctx, {
      holder: 'worker',
      handlers,
      limit: 1,
      signal: new AbortController().signal,
    });
    if (runs.length === 0) return;
    await Promise.all(runs);
  }
}

export async function look(life: Life, before: Look | undefined): Promise<Look> {
  const { scene, link } = life;
  const { db } = scene.ctx;
  const rows = {
    artifacts: await db.selectFrom('artifact').select('kind').execute(),
    records: await db.selectFrom('idempotency_record').select('path').execute(),
    links: await db.selectFrom('guest_link').select(['expires_at', 'revoked_at']).execute(),
  };
  const now = {
    at: scene.clock.now(),
    meeting: await scene.meeting(link.meetingRef),
    transcript: await scene.artifact(link.meetingRef, 'transcript'),
    summary: await scene.artifact(link.meetingRef, 'summary'),
    linkOpens: await opens(life),
    link: rows.links[0],
    artifactKinds: rows.artifacts.map(({ kind }) => kind),
    idempotencyPaths: rows.records.map(({ path }) => path),
    events: await db
      .selectFrom('event')
      .select(['type', 'meeting_state'])
      .orderBy('event_id')
      .execute(),
  };
  checkInvariants(now, before);
  return now;
}

function opens({ scene, link }: Life): Promise<boolean> {
  return openLobby(scene.ctx, link).then(
    () => true,
    () => false,
  );
}

/**
 * I10: without further actions, the worker and reconciliation alone finish the meeting. After 25 rounds each round
 * takes at least an hour, so that a task that repeats every minute does not need a thousand rounds.
 */
export async function liveOut(life: Life, last: Look): Promise<Look> {
  let seen = last;
  for (let round = 0; round < 80; round += 1) {
    await reconcileMeetings(life.scene.ctx, life.watch);
    await work(life, life.scene.ctx);
    seen = await look(life, seen);
    const over =
      isTerminal(seen.meeting.state) &&
      seen.transcript.status === 'available' &&
      seen.summary.status === 'available';
    const left = await life.scene.taskKinds(life.link.meetingRef);
    const commands = left.filter(
      (kind) =>
        !(kind === 'close_room' && !life.scene.media.up) &&
        !(kind === 'attend_meeting' && !life.scribeLives),
    );
    if (over && commands.length === 0) return seen;
    const silent = !life.scene.media.up && round < 25;
    life.scene.clock.advance(
      silent ? 30 : Math.max(round < 25 ? 30 : 3_600, await secondsToNextTask(life)),
    );
  }
  throw new Error(
    `broken: I10\nstuck in ${seen.meeting.state}, transcript ${seen.transcript.status}, ` +
      `summary ${seen.summary.status}, tasks ` +
      `${await life.scene.taskKinds(life.link.meetingRef)}`,
  );
}

async function secondsToNextTask({ scene, link }: Life): Promise<number> {
  const next = await scene.ctx.db
    .selectFrom('task')
    .select('due_at')
    .where('ref', '=', link.meetingRef)
    .where('kind', '!=', 'attend_meeting')
    .orderBy('due_at')
    .executeTakeFirst();
  return next ? (next.due_at.getTime() - scene.clock.now().getTime()) / 1000 : 0;
}
