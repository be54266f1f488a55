// Random lives of one meeting on the real store: events twice, late, never; silent media; killed
// processes; dead scribes.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { coreScene, type CoreScene } from '../../../dev/world/service/core-scene.ts';
import { type Kill, killableDb, Killed } from '../../../dev/world/service/killable-db.ts';
import {
  checkInvariants,
  INVARIANTS,
  type Look,
} from '../../../dev/world/service/meeting-invariants.ts';
import { scriptedScribe } from '../../../dev/world/speech/scripted-scribe.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { Admission } from '../../../contract/generated/guest-api.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import type { Ctx } from '../context.ts';
import { joinMeeting } from '../participant/join-meeting.ts';
import { leaveMeeting } from '../participant/leave-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { openLobby } from '../participant/open-lobby.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { Problem } from '../problem.ts';
import { startDueTasks } from '../task/run-due-tasks.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { cancelMeeting } from './cancel-meeting.ts';
import { endMeeting } from './end-meeting.ts';
import { type MediaWatch, newMediaWatch } from '../presence/media-watch.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { isTerminal } from './transitions.ts';
import { releaseLeases } from '../task/run-tasks.ts';

const SEQUENCES = 40;
const { db } = await testDatabase();

type PlainAction = {
  do:
    | 'join'
    | 'media_down'
    | 'media_up'
    | 'media_restart'
    | 'expire_rooms'
    | 'work'
    | 'reconcile'
    | 'end'
    | 'cancel'
    | 'revoke'
    | 'scribe_dies';
};
type Action =
  | PlainAction
  | { do: 'connect' | 'say_connected' | 'leave' | 'renew' | 'disconnect'; who: number }
  | { do: 'tell'; which: number; how: 'once' | 'twice' | 'again_later' | 'never' }
  | { do: 'wait'; seconds: number };

type Life = {
  scene: CoreScene;
  link: { meetingRef: string; guestLinkRef: string; secret: string };
  people: Admission[];
  watch: MediaWatch;
  scribeLives: boolean;
};

const who = fc.nat({ max: 2 });
const simple = (...names: PlainAction['do'][]) =>
  fc.constantFrom(...names).map((name): Action => ({ do: name }));
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: simple('join') },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('connect', 'say_connected', 'leave', 'renew', 'disconnect'),
      who,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('tell'),
      which: fc.nat({ max: 5 }),
      how: fc.constantFrom('once', 'once', 'twice', 'again_later', 'never'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      seconds: fc.constantFrom(1, 10, 30, 59, 61, 121, 601, 3_600, 90_000),
    }),
  },
  // The clock is set: back a little, as time services do, or far, as people do.
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      seconds: fc.constantFrom(-1, -5, -45, -700, -90_000, 4_000_000),
    }),
  },
  { weight: 4, arbitrary: simple('work', 'reconcile') },
  { weight: 2, arbitrary: simple('media_down', 'media_up', 'media_restart', 'expire_rooms') },
  { weight: 1, arbitrary: simple('end', 'cancel', 'revoke', 'scribe_dies') },
);
const step = fc.record({
  action,
  kill: fc.option(
    fc.record({ afterTransactions: fc.integer({ min: 1, max: 3 }), committed: fc.boolean() }),
    { freq: 6, nil: null },
  ),
});
const held: Action[] = [{ do: 'join' }, { do: 'connect', who: 0 }, { do: 'say_connected', who: 0 }];
/** Left to chance alone, few meetings would ever be held. */
const beginning = fc
  .constantFrom<Action[]>(
    [],
    [{ do: 'join' }],
    [{ do: 'join' }, { do: 'connect', who: 0 }],
    ...Array.from({ length: 5 }, () => held),
  )
  .map((actions) => actions.map((what) => ({ action: what, kill: null })));

const PROMISES = {
  // Promise: I1
  I1: 'I1: terminal states absorb',
  // Promise: I2
  I2: 'I2: the rank of the state never decreases',
  // Promise: I3
  I3: 'I3: startedAt iff it was ever in_progress, endedAt iff started and terminal, createdAt <= startedAt <= endedAt',
  // Promise: I4
  I4: 'I4: a link is usable iff the meeting is created or in_progress, the link not revoked and not expired',
  // Promise: I5
  I5: 'I5: exactly one transcript and one summary exist, and what is available never changes',
  // Promise: I6
  I6: 'I6: processing only in ending, ended or failed; available only in a terminal state',
  // Promise: I9
  I9: 'I9: one idempotency row for each created resource',
  // Promise: 51, I10
  I10: 'I10: from every state a terminal one and both artifacts are reached in bounded time without further input',
  log: 'the log tells each change once',
};

const lives = fc.asyncProperty(
  beginning,
  fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }),
  fc.boolean(),
  async (first, steps, mediaReturns) => {
    const life = await begin();
    let seen = await look(life, undefined);
    for (const { action: what, kill } of [...first, ...steps]) {
      await perform(life, what, kill);
      seen = await look(life, seen);
    }
    if (mediaReturns) life.scene.media.up = true;
    await liveOut(life, seen);
  },
);

describe('in every random life with lost, doubled and late events, silent media, kills and clock changes', () => {
  let broken: string | null;
  beforeAll(async () => {
    const details = await fc.check(lives, { numRuns: SEQUENCES, endOnFailure: true });
    broken = details.failed
      ? `${String(details.errorInstance)}\n${await fc.asyncDefaultReportMessage(details)}`
      : null;
  }, 300_000);

  it.each(Object.entries(PROMISES).map(([name, title]) => ({ name, title })))(
    '$title',
    ({ name }) => {
      expect([...Object.keys(INVARIANTS), 'I10']).toContain(name);
      if (broken?.includes(`broken: ${name}\n`)) throw new Error(broken);
    },
  );

  it('nothing else goes wrong', () => {
    expect(broken).toBeNull();
  });
});

describe('the life of a meeting', () => {
  // Promise: M7, I7
  it('I7: ends the same way in whatever order, and however often, the media server tells', async () => {
    const visits = fc.array(
      fc.record({ seconds: fc.integer({ min: 1, max: 40 }), leaves: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    );
    const run = fc.asyncProperty(visits, fc.infiniteStream(fc.nat()), async (visit, numbers) => {
      const orderly = await heldMeeting(visit, (events) => events);
      const disorderly = await heldMeeting(visit, (events) =>
        shuffled([...events, ...events], numbers),
      );
      expect(disorderly).toEqual(orderly);
      expect(orderly).toEqual({
        state: 'ended',
        reason: visit.every((one) => one.leaves) ? 'room_empty' : 'max_duration',
      });
    });
    await fc.assert(run, { numRuns: 15, endOnFailure: true });
  }, 120_000);
});

async function begin(): Promise<Life> {
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

async function perform(life: Life, what: Action, kill: Kill | null): Promise<void> {
  const { ctx } = life.scene;
  try {
    await act(life, kill ? { ...ctx, db: killableDb(db, kill) } : ctx, what);
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
    people.push(await joinMeeting(ctx, { ...link, displayName: 'Ana' }));
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
  const { untold } = life.scene.media;
  const index = untold.length === 0 ? 0 : which % untold.length;
  const event = untold[index];
  if (!event) return;
  if (how !== 'again_later') untold.splice(index, 1);
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

async function look(life: Life, before: Look | undefined): Promise<Look> {
  const { scene, link } = life;
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
 * I10: nobody does anything any more; only time, the worker and reconciliation go on. After 25 rounds an hour passes at
 * least in each, so that what is repeated each minute does not take a thousand.
 */
async function liveOut(life: Life, last: Look): Promise<Look> {
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
  const next = await db
    .selectFrom('task')
    .select('due_at')
    .where('ref', '=', link.meetingRef)
    .where('kind', '!=', 'attend_meeting')
    .orderBy('due_at')
    .executeTakeFirst();
  return next ? (next.due_at.getTime() - scene.clock.now().getTime()) / 1000 : 0;
}

type Events = CoreScene['media']['untold'][number][];

/** People come one after the other; some leave again. Then all events are told, in the order that `arrange` makes. */
async function heldMeeting(
  visits: { seconds: number; leaves: boolean }[],
  arrange: (events: Events) => Events,
): Promise<{ state: string; reason: string | null }> {
  const life = await begin();
  const { scene, link } = life;
  for (const visit of visits) {
    const { participantRef } = await joinMeeting(scene.ctx, { ...link, displayName: 'Ana' });
    scene.media.connect(link.meetingRef, participantRef);
    scene.clock.advance(visit.seconds);
    if (visit.leaves) scene.media.disconnect(link.meetingRef, participantRef);
  }
  for (const event of arrange(scene.media.untold.splice(0))) await noteMediaEvent(scene.ctx, event);
  const { meeting } = await liveOut(life, await look(life, undefined));
  return { state: meeting.state, reason: meeting.state_reason };
}

function shuffled<T>(items: T[], numbers: Iterator<number>): T[] {
  const keyed = items.map((item) => ({ item, key: Number(numbers.next().value) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
