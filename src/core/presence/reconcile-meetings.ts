import {
  findMeeting,
  listOpenMeetings,
  listRunningMeetings,
  lockMeeting,
  type MeetingRow,
  noteAboutMeeting,
} from '../../store/meeting.ts';
import { noteMediaSeen } from '../../store/media-event.ts';
import { wasMeetingDeleted } from '../../store/retention.ts';
import {
  listMeetingsWithAdmitted,
  listParticipants,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { findLatestJoin } from '../../store/participant/visit.ts';
import { putTaskIfAbsent } from '../../store/task.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { type MediaRoom, MediaUnavailable } from '../ports.ts';
import { correctInRoom } from './correct-in-room.ts';
import { later } from '../participant/attendance.ts';
import { noteLeft } from '../participant/note-presence.ts';
import { CONNECTING_MS } from '../place/places.ts';
import { applyTransition } from '../meeting/apply-transition.ts';
import type { MediaWatch } from './media-watch.ts';
import { cameSince, leftSince, peopleInRoom, type PersonInRoom } from './people-in-room.ts';
import { isShutOut, recordPresence, noteDeparture } from './record-presence.ts';
import { isTerminal } from '../meeting/transitions.ts';
import { acceptsGuests } from '../guest-link/usable-link.ts';
import { endOldChecks } from '../connection-check/end-old-checks.ts';

/** Each mostly waits for the media server. Fewer than the connections to the database. */
const SETTLED_AT_ONCE = 16;
/** More failures mean that the media server or the database stopped answering. */
const MAX_FAILURES = 16;
/** Two runs. After a longer pause, the media server was away or nobody asked it. */
const UNWATCHED_MS = 60_000;

/**
 * Compares every open meeting with the media server's actual state, since its events come late, twice or never: M1, M6
 * (by its timer), M8, who is there, and rooms that should be gone, those of connection checks too. Run it at start and
 * every 30 s, with one watch a process.
 */
export async function reconcileMeetings(ctx: Ctx, watch: MediaWatch): Promise<void> {
  const listedAt = ctx.clock.now();
  let rooms: MediaRoom[];
  try {
    rooms = await ctx.media.listRooms();
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    const now = ctx.clock.now();
    const silentSince = watch.unheard(now);
    const durationMs = now.getTime() - silentSince.getTime();
    ctx.log.warn('the media server does not answer', { component: 'media', durationMs, error });
    return noteSilence(ctx, silentSince);
  }
  watch.heard(ctx.clock.now());
  await endOldChecks(ctx, rooms);
  // Rooms of checks, and of other users of the media server, are not meetings.
  rooms = rooms.filter(({ meetingRef }) => meetingRef.startsWith('mtg_'));
  const byMeeting = new Map(rooms.map((room) => [room.meetingRef, room]));
  // There may be very many meetings that have not begun: only those with a room or somebody admitted are compared.
  const withAdmitted = await listMeetingsWithAdmitted(ctx.db);
  const open = await listOpenMeetings(ctx.db, [...byMeeting.keys(), ...withAdmitted]);
  await noteMediaSeen(ctx.db, ctx.clock.now());
  const openRefs = new Set(open.map((meeting) => meeting.meeting_ref));
  for (const room of rooms)
    if (!openRefs.has(room.meetingRef)) await closeIfOver(ctx, room.meetingRef);
  await settleAll(ctx, open, (meeting) =>
    settle(ctx, meeting, { room: byMeeting.get(meeting.meeting_ref), listedAt }),
  );
}

/**
 * One failure does not keep the others from being settled; after too many, the rest waits for the next run. Rejects
 * with the first failure that is not the media server's.
 */
async function settleAll(
  ctx: Ctx,
  meetings: readonly MeetingRow[],
  settleOne: (meeting: MeetingRow) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const left = meetings.values();
  const settleThoseLeft = async (): Promise<void> => {
    for (const meeting of left) {
      if (failures.length >= MAX_FAILURES) return;
      await settleOne(meeting).catch((error: unknown) => {
        failures.push(error);
        const fields = { component: 'media', meetingRef: meeting.meeting_ref, error };
        ctx.log.warn('a meeting could not be compared with its room', fields);
      });
    }
  };
  await Promise.all(Array.from({ length: SETTLED_AT_ONCE }, settleThoseLeft));
  const fault = failures.find((error) => !(error instanceof MediaUnavailable));
  if (fault !== undefined) throw fault;
}

/** M8, for each meeting that has shown no sign of life for too long. */
async function noteSilence(ctx: Ctx, silentSince: Date): Promise<void> {
  await settleAll(ctx, await listRunningMeetings(ctx.db), ({ meeting_ref: meetingRef }) =>
    inTransaction(ctx, async (tx) => {
      const meeting = await lockMeeting(tx.db, meetingRef);
      if (meeting?.state !== 'in_progress') return;
      const lastSign = meeting.media_seen_at ?? meeting.started_at ?? silentSince;
      const unheardSince = Math.max(silentSince.getTime(), lastSign.getTime());
      const seconds = (tx.clock.now().getTime() - unheardSince) / 1000;
      await applyTransition(tx, meeting, {
        kind: 'media_silent',
        seconds,
        limitSeconds: tx.settings.mediaLostSeconds,
        lastSign,
      });
    }),
  );
}

async function settle(
  ctx: Ctx,
  meeting: MeetingRow,
  { room, listedAt }: { room: MediaRoom | undefined; listedAt: Date },
): Promise<void> {
  if (meeting.state === 'ending') {
    if (room) await closeIfOver(ctx, meeting.meeting_ref);
    return;
  }
  // A room that was missing from the list may exist by now, with people in it.
  const askedAt = room ? ctx.clock.now() : listedAt;
  const people = room ? await peopleInRoom(ctx, meeting.meeting_ref) : [];
  await inTransaction(ctx, (tx) =>
    compare(tx, meeting.meeting_ref, {
      people,
      askedAt,
      roomSid: room?.roomSid ?? null,
      lastSign: meeting.media_seen_at,
    }),
  );
  await correctInRoom(ctx, meeting.meeting_ref, people);
}

/** `lastSign`: when the media server was last heard about the meeting, before it was asked. */
type Seen = {
  people: PersonInRoom[];
  askedAt: Date;
  roomSid: string | null;
  lastSign: Date | null;
};

async function compare(tx: TxCtx, meetingRef: string, seen: Seen): Promise<void> {
  const known = await lockMeeting(tx.db, meetingRef);
  if (!known || !acceptsGuests(known.state)) return;
  const admissions = await listParticipants(tx.db, meetingRef);
  const left = admissions.filter((row) => leftSince(row, seen.askedAt));
  let current = await withRoomSid(tx, known, seen, admissions);
  for (const { participantRef, since } of seen.people) {
    const leaver = left.find((row) => row.participant_ref === participantRef);
    // A sighting of someone who left may be older than the leaving; those who are shut out are removed anyway.
    if (leaver && !(await isShutOut(tx, leaver))) continue;
    current = await recordPresence(tx, current, {
      participantRef,
      at: tx.clock.now(),
      roomSid: seen.roomSid,
      since,
    });
  }
  if (!acceptsGuests(current.state)) return;
  const there = new Set(seen.people.map((person) => person.participantRef));
  const away = (await listParticipants(tx.db, meetingRef)).filter(
    (row) => row.left_at === null && !there.has(row.participant_ref),
  );
  for (const row of away) await noteAbsence(tx, current, row, seen);
  await noteDeparture(tx, current);
}

/** P6 for someone who was connected before we asked, P8 for someone who never came in time. */
async function noteAbsence(
  tx: TxCtx,
  meeting: MeetingRow,
  row: ParticipantRow,
  seen: Seen,
): Promise<void> {
  const { askedAt } = seen;
  if (row.admitted_at === null) return;
  const isConnecting = askedAt.getTime() - row.admitted_at.getTime() < CONNECTING_MS;
  const refs = [row.participant_ref];
  if (row.connected_at !== null && !(await cameSince(tx, row, askedAt)))
    await noteLeft(tx, meeting, refs, {
      at: await departureTime(tx, row, seen),
      reason: 'connection_lost',
      mayReturn: isConnecting,
    });
  else if (row.state === 'admitted' && !isConnecting)
    await noteLeft(tx, meeting, refs, { at: askedAt, reason: 'never_connected' });
}

/** When someone left: after a power cut or a long outage, at the last sign of the media server. */
async function departureTime(
  tx: TxCtx,
  row: ParticipantRow,
  { askedAt, lastSign }: Seen,
): Promise<Date> {
  if (!lastSign || askedAt.getTime() - lastSign.getTime() < UNWATCHED_MS) return askedAt;
  return later(lastSign, await findLatestJoin(tx.db, row.participant_ref));
}

/** The room that exists is the current session, unless a join opened another after we asked. */
async function withRoomSid(
  tx: TxCtx,
  meeting: MeetingRow,
  seen: Seen,
  admissions: readonly ParticipantRow[],
): Promise<MeetingRow> {
  if (seen.roomSid === null || meeting.room_sid === seen.roomSid) return meeting;
  if (admissions.some((row) => (row.admitted_at ?? 0) >= seen.askedAt)) return meeting;
  await noteAboutMeeting(tx.db, meeting.meeting_ref, { room_sid: seen.roomSid });
  return { ...meeting, room_sid: seen.roomSid };
}

async function closeIfOver(ctx: Ctx, meetingRef: string): Promise<void> {
  const meeting = await findMeeting(ctx.db, meetingRef);
  const isOver = meeting
    ? meeting.state === 'ending' || isTerminal(meeting.state)
    : await wasMeetingDeleted(ctx.db, meetingRef);
  if (isOver) await putTaskIfAbsent(ctx.db, 'close_room', meetingRef, ctx.clock.now());
}
