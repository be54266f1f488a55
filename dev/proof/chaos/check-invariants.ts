import { openStore } from '../../../src/store/open-store.ts';
import type { Db } from '../../../src/store/schema.ts';
import { checkInvariants, type Look } from '../../world/service/meeting-invariants.ts';
import { pollUntil } from '../../../src/core/timing.ts';

const LAST_TASKS_WITHIN_MS = 20_000;

export type Lived = {
  meetingRef: string;
  /** Whether the guest link opens the lobby. */
  opensLobby(): Promise<boolean>;
  /** The meetings that were created meanwhile, as their answers said. */
  created: readonly string[];
};

/**
 * Which of I1 to I10 does not hold for a meeting that is over, in words; null when all hold. Looks twice, for I1 and
 * I2 compare. I7 (events late or twice) and I10 (an end without further input): it is `ended` with both artifacts.
 */
export async function brokenInvariant(databaseUrl: string, lived: Lived): Promise<string | null> {
  const db = openStore(databaseUrl, 2);
  try {
    const before = await look(db, lived);
    checkInvariants(before, undefined);
    const isDone = await pollUntil(() => hasNoTask(db, lived.meetingRef), {
      everyMs: 200,
      withinMs: LAST_TASKS_WITHIN_MS,
    });
    const now = await look(db, lived);
    checkInvariants(now, before);
    if (!isDone) return 'I10: a task is left';
    if (now.meeting.state !== 'ended') return `I7, I10: it is ${now.meeting.state}`;
    const lost = lived.created.length - (await countMeetings(db, lived.created));
    return lost > 0 ? `I8: ${lost} meetings that a 201 reported are gone` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await db.destroy();
  }
}

async function look(db: Db, { meetingRef, opensLobby }: Lived): Promise<Look> {
  const meeting = await db
    .selectFrom('meeting')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirstOrThrow();
  const artifacts = await db
    .selectFrom('artifact')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .execute();
  const [transcript, summary] = (['transcript', 'summary'] as const).map((kind) =>
    artifacts.find((artifact) => artifact.kind === kind),
  );
  if (!transcript || !summary) throw new Error('broken: I5\nan artifact is missing');
  const records = await db
    .selectFrom('idempotency_record')
    .select('path')
    .where('body', 'like', `%${meetingRef}%`)
    .where((is) => is.or([is('path', '=', '/v1/meetings'), is('path', 'like', '%/guest-links')]))
    .execute();
  const events = await db
    .selectFrom('event')
    .select(['type', 'meeting_state'])
    .where('meeting_ref', '=', meetingRef)
    .orderBy('event_id')
    .execute();
  return {
    at: new Date(),
    meeting,
    transcript,
    summary,
    link: await db
      .selectFrom('guest_link')
      .select(['expires_at', 'revoked_at'])
      .where('meeting_ref', '=', meetingRef)
      .executeTakeFirst(),
    linkOpens: await opensLobby(),
    artifactKinds: artifacts.map(({ kind }) => kind),
    idempotencyPaths: records.map(({ path }) => path),
    events,
  };
}

async function hasNoTask(db: Db, meetingRef: string): Promise<boolean> {
  const task = await db
    .selectFrom('task')
    .select('kind')
    .where('ref', '=', meetingRef)
    .executeTakeFirst();
  return task === undefined;
}

async function countMeetings(db: Db, meetingRefs: readonly string[]): Promise<number> {
  if (meetingRefs.length === 0) return 0;
  const rows = await db
    .selectFrom('meeting')
    .select('meeting_ref')
    .where('meeting_ref', 'in', meetingRefs)
    .execute();
  return rows.length;
}
