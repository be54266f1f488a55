// Invariants I1 to I6 and I9 of a meeting, checked on two successive snapshots of the database. I7 and I10 concern
// whole lives: see meeting-life.test.ts. I8 concerns calls: see create-meeting.test.ts and idempotency/once.test.ts.
import { expect } from 'vitest';
import { isTerminal } from '../../../src/core/meeting/transitions.ts';
import type { ArtifactRow } from '../../../src/store/artifact.ts';
import type { GuestLinkRow } from '../../../src/store/guest-link.ts';
import type { MeetingRow } from '../../../src/store/meeting.ts';

export type Look = {
  at: Date;
  meeting: MeetingRow;
  transcript: ArtifactRow;
  summary: ArtifactRow;
  /** The only link, and whether it opens the lobby. */
  link: Pick<GuestLinkRow, 'expires_at' | 'revoked_at'> | undefined;
  linkOpens: boolean;
  /** Rows of this meeting, which is the only one in the database. */
  artifactKinds: string[];
  idempotencyPaths: string[];
  events: { type: string; meeting_state: string }[];
};

type Invariant = (now: Look, before: Look | undefined) => void;

const RANK = { created: 0, in_progress: 1, ending: 2, ended: 3, cancelled: 3, failed: 3 };
const artifactsOf = (look: Look) => [look.transcript, look.summary];

export const INVARIANTS: Record<string, Invariant> = {
  I1: ({ meeting }, before) => {
    // The room's SID is not part of the API's meeting.
    if (before && isTerminal(before.meeting.state))
      expect({ ...meeting, room_sid: null }).toEqual({ ...before.meeting, room_sid: null });
  },
  I2: ({ meeting }, before) => {
    if (before) expect(RANK[meeting.state]).toBeGreaterThanOrEqual(RANK[before.meeting.state]);
  },
  I3: ({ meeting }, before) => {
    const wasHeld =
      ['in_progress', 'ending', 'ended'].includes(meeting.state) ||
      meeting.state_reason === 'media_lost';
    expect(meeting.started_at !== null).toBe(wasHeld);
    expect(meeting.ended_at !== null).toBe(wasHeld && isTerminal(meeting.state));
    const times = [meeting.created_at, meeting.started_at, meeting.ended_at].filter(
      (time) => time !== null,
    );
    expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()));
    if (before?.meeting.started_at) expect(meeting.started_at).toEqual(before.meeting.started_at);
  },
  I4: ({ at, meeting, link, linkOpens }) => {
    const lives = link !== undefined && link.revoked_at === null && at < link.expires_at;
    expect(linkOpens).toBe(['created', 'in_progress'].includes(meeting.state) && lives);
  },
  I5: (now, before) => {
    expect(now.artifactKinds.toSorted()).toEqual(['summary', 'transcript']);
    if (before?.transcript.status === 'available')
      expect(now.transcript).toEqual(before.transcript);
    if (before?.summary.status === 'available') expect(now.summary).toEqual(before.summary);
  },
  I6: (now) => {
    for (const { status } of artifactsOf(now)) {
      if (status === 'processing')
        expect(['ending', 'ended', 'failed']).toContain(now.meeting.state);
      if (status === 'available') expect(isTerminal(now.meeting.state)).toBe(true);
    }
  },
  I9: (now) => {
    const meeting = '/v1/meetings';
    expect(now.idempotencyPaths.toSorted()).toEqual([
      meeting,
      `${meeting}/${now.meeting.meeting_ref}/guest-links`,
    ]);
  },
  log: (now) => {
    const told = (type: string) => now.events.filter((event) => event.type === type);
    expect(told('meeting.state_changed').length).toBe(now.meeting.version - 1);
    expect(told('meeting.state_changed').at(-1)?.meeting_state ?? 'created').toBe(
      now.meeting.state,
    );
    for (const { kind, status } of artifactsOf(now))
      expect(told(`${kind}.available`).length).toBe(status === 'available' ? 1 : 0);
  },
};

/** Fails with `broken: <name>` for an invariant that does not hold. */
export function checkInvariants(now: Look, before: Look | undefined): void {
  for (const [name, holds] of Object.entries(INVARIANTS)) {
    try {
      holds(now, before);
    } catch (cause) {
      throw new Error(`broken: ${name}\n${cause instanceof Error ? cause.message : ''}`, { cause });
    }
  }
}
