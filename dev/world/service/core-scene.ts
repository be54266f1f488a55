// The core with a real database, a manual clock and a scripted media server.
import { createHash } from 'node:crypto';
import { outgoingHttp } from '../../../src/adapters/outgoing-http/outgoing-http.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { createGuestLink } from '../../../src/core/guest-link/create-guest-link.ts';
import { newRef } from '../../../src/core/ids.ts';
import { createMeeting } from '../../../src/core/meeting/create-meeting.ts';
import { startDueTasks } from '../../../src/core/task/run-due-tasks.ts';
import type { TaskHandlers } from '../../../src/core/task/task.ts';
import { taskHandlers } from '../../../src/jobs/task-handlers.ts';
import { findArtifact } from '../../../src/store/artifact.ts';
import { findMeeting, type MeetingRow } from '../../../src/store/meeting.ts';
import type { ArtifactKind, Db } from '../../../src/store/schema.ts';
import { manualClock, silentLog } from '../clock-and-log.ts';
import { scriptedMedia } from '../media/scripted-media.ts';
import type { Admission } from '../../../contract/generated/guest-api.ts';
import { type JoinInput, joinMeeting } from '../../../src/core/participant/join-meeting.ts';

export type CoreScene = Awaited<ReturnType<typeof coreScene>>;
export type Settings = Partial<Ctx['settings']>;

const ACTOR = { kind: 'api_key', keyId: 'key', tenant: 'acme', scopes: [] } as const;

export function coreScene(db: Db, settings: Settings = {}) {
  const clock = manualClock();
  const media = scriptedMedia(clock);
  const ctx: Ctx = {
    db,
    clock,
    media,
    writer: {
      write: async ({ segments }) => ({
        languageCode: 'en',
        overview: segments.map((segment) => segment.text).join(' '),
        keyPoints: [],
        decisions: [],
        actionItems: [],
        topics: [],
        generator: { name: 'scripted', version: '1' },
      }),
    },
    outgoing: outgoingHttp({ allowPrivate: true }),
    settings: { ...meetingSettings, ...settings },
    linkKeys: { current: 'k1', keys: { k1: createHash('sha256').update('test').digest() } },
    log: silentLog,
  };
  return {
    ctx,
    clock,
    media,
    actor: ACTOR,
    newMeeting: (schedule?: { startAt: string; endAt: string; timezone: string }) =>
      newMeeting(ctx, schedule),
    meeting: (meetingRef: string) => meetingOf(db, meetingRef),
    artifact: async (meetingRef: string, kind: ArtifactKind) => {
      const row = await findArtifact(db, meetingRef, kind);
      if (!row) throw new Error(`no ${kind}`);
      return row;
    },
    /** Runs due tasks, and those that become due by them, until none is left. */
    work: (handlers: TaskHandlers = taskHandlers, holder = 'worker') => work(ctx, handlers, holder),
    taskKinds: async (meetingRef: string) => {
      const rows = await db
        .selectFrom('task')
        .select('kind')
        .where('ref', '=', meetingRef)
        .orderBy('kind')
        .execute();
      return rows.map((row) => row.kind);
    },
  };
}

async function newMeeting(
  ctx: Ctx,
  schedule?: { startAt: string; endAt: string; timezone: string },
): Promise<{ meetingRef: string; guestLinkRef: string; secret: string }> {
  const call = (path: string) => ({ tenant: ACTOR.tenant, method: 'POST', path, key: newRef('k') });
  const { meeting } = await createMeeting(ctx, {
    actor: ACTOR,
    body: { title: 'Design review', ...(schedule ? { schedule } : {}) },
    call: call('/v1/meetings'),
  });
  const { meetingRef } = meeting;
  const { guestLink } = await createGuestLink(ctx, {
    actor: ACTOR,
    meetingRef,
    call: call(`/v1/meetings/${meetingRef}/guest-links`),
  });
  return {
    meetingRef,
    guestLinkRef: guestLink.guestLinkRef,
    secret: new URL(guestLink.guestUrl).hash.slice('#k='.length),
  };
}

async function meetingOf(db: Db, meetingRef: string): Promise<MeetingRow> {
  const row = await findMeeting(db, meetingRef);
  if (!row) throw new Error('no such meeting');
  return row;
}

async function work(ctx: Ctx, handlers: TaskHandlers, holder: string): Promise<void> {
  const { signal } = new AbortController();
  for (let round = 0; round < 50; round += 1) {
    const runs = await startDueTasks(ctx, { holder, handlers, limit: 20, signal });
    if (runs.length === 0) return;
    await Promise.all(runs);
  }
  throw new Error('tasks make each other due for ever');
}

/** The settings of `.env.example`, without retention. */
export const meetingSettings: Ctx['settings'] = {
  publicUrl: 'http://meet.test',
  roomMaxParticipants: 50,
  emptyRoomSeconds: 60,
  noShowSeconds: 86_400,
  maxMeetingSeconds: 86_400,
  mediaLostSeconds: 600,
  endingSeconds: 120,
  speech: 'on',
  speechLanguages: ['en'],
  summary: 'on',
  keep: { audioDays: 0, transcriptDays: 0, meetingDays: 0, eventDays: 0, auditDays: 0 },
};

/** Joins a meeting without a waiting room. */
export async function comeIn(ctx: Ctx, input: JoinInput): Promise<Admission> {
  const joined = await joinMeeting(ctx, input);
  if ('waiting' in joined) throw new Error('the guest waits');
  return joined.admission;
}
