// The life of a meeting, M1 to M10, as one table. M0 is its creation. Nothing else moves a meeting.
import type { MeetingState } from '../../../contract/generated/api.ts';

/** How long a no-show timer waits for a media server that does not answer. */
export const NO_SHOW_PATIENCE_SECONDS = 86_400;

export type Trigger =
  /** A person (no recorder, egress or agent) was in the room at `at`. */
  | { kind: 'person_seen'; at: Date }
  | { kind: 'cancel_asked' }
  | {
      kind: 'no_show';
      people: number | 'unknown';
      latestJoinMetDeadMedia: boolean;
      overdueSeconds: number;
    }
  | { kind: 'end_asked'; by: 'api' | 'host' }
  /** Nobody is in the room, or its session is over. */
  | { kind: 'room_emptied' }
  | { kind: 'max_run_reached' }
  | { kind: 'media_silent'; seconds: number; limitSeconds: number; lastSign: Date }
  | { kind: 'room_gone'; captureFlushed: boolean }
  | { kind: 'ending_took_too_long' };

export type Effect =
  /** A4: both artifacts become available in bounded time. */
  | 'artifact_deadlines'
  /** A5 */
  | 'artifacts_never_came'
  /** A6: for artifacts that are switched off or were never captured. */
  | 'artifacts_switched_off'
  | 'close_room'
  | 'drop_timers'
  | 'ending_timer'
  | 'everybody_leaves'
  | 'finish_transcript'
  | 'max_run_timer'
  | 'start_capture';

type Move = {
  id: 'M1' | 'M2' | 'M3' | 'M4' | 'M5' | 'M6' | 'M7' | 'M8' | 'M9' | 'M10';
  from: MeetingState;
  on: Trigger['kind'];
  when?: (trigger: Trigger) => boolean;
  to: MeetingState;
  /** `undefined` keeps the current reason. */
  reason: string | null | undefined;
  effects: readonly Effect[];
};

const neverHeld: readonly Effect[] = [
  'everybody_leaves',
  'drop_timers',
  'artifacts_never_came',
  'close_room',
];
const over: readonly Effect[] = [
  'everybody_leaves',
  'drop_timers',
  'ending_timer',
  'close_room',
  'finish_transcript',
];
const afterwards: readonly Effect[] = [
  'drop_timers',
  'finish_transcript',
  'artifact_deadlines',
  'artifacts_switched_off',
];

const nobodyIsThere = (trigger: Trigger): boolean =>
  trigger.kind === 'no_show' &&
  (trigger.people === 0 ||
    (trigger.people === 'unknown' && trigger.overdueSeconds >= NO_SHOW_PATIENCE_SECONDS));
const mediaFailedThem = (trigger: Trigger): boolean =>
  nobodyIsThere(trigger) && trigger.kind === 'no_show' && trigger.latestJoinMetDeadMedia;

/** The first row that fits decides. */
export const moves: readonly Move[] = [
  {
    id: 'M1',
    from: 'created',
    on: 'person_seen',
    to: 'in_progress',
    reason: null,
    effects: ['drop_timers', 'max_run_timer', 'start_capture'],
  },
  {
    id: 'M2',
    from: 'created',
    on: 'cancel_asked',
    to: 'cancelled',
    reason: 'cancelled_by_api',
    effects: neverHeld,
  },
  {
    id: 'M4',
    from: 'created',
    on: 'no_show',
    when: mediaFailedThem,
    to: 'failed',
    reason: 'media_unavailable',
    effects: neverHeld,
  },
  {
    id: 'M3',
    from: 'created',
    on: 'no_show',
    when: nobodyIsThere,
    to: 'cancelled',
    reason: 'never_held',
    effects: neverHeld,
  },
  {
    id: 'M5',
    from: 'in_progress',
    on: 'end_asked',
    when: (t) => t.kind === 'end_asked' && t.by === 'api',
    to: 'ending',
    reason: 'ended_by_api',
    effects: over,
  },
  {
    id: 'M5',
    from: 'in_progress',
    on: 'end_asked',
    to: 'ending',
    reason: 'ended_by_host',
    effects: over,
  },
  {
    id: 'M6',
    from: 'in_progress',
    on: 'room_emptied',
    to: 'ending',
    reason: 'room_empty',
    effects: over,
  },
  {
    id: 'M7',
    from: 'in_progress',
    on: 'max_run_reached',
    to: 'ending',
    reason: 'max_duration',
    effects: over,
  },
  {
    id: 'M8',
    from: 'in_progress',
    on: 'media_silent',
    when: (t) => t.kind === 'media_silent' && t.seconds >= t.limitSeconds,
    to: 'failed',
    reason: 'media_lost',
    effects: ['everybody_leaves', ...afterwards, 'close_room'],
  },
  {
    id: 'M9',
    from: 'ending',
    on: 'room_gone',
    when: (t) => t.kind === 'room_gone' && t.captureFlushed,
    to: 'ended',
    reason: undefined,
    effects: afterwards,
  },
  {
    id: 'M10',
    from: 'ending',
    on: 'ending_took_too_long',
    to: 'ended',
    reason: undefined,
    effects: afterwards,
  },
];

export type MeetingFacts = {
  state: MeetingState;
  stateReason: string | null;
  createdAt: Date;
  startedAt: Date | null;
  endingAt: Date | null;
};

/** Columns that a transition sets besides the state. */
type MoveTimes = { started_at?: Date; ending_at?: Date; ended_at?: Date };

export type Decision =
  | {
      kind: 'move';
      id: Move['id'];
      to: MeetingState;
      reason: string | null;
      times: MoveTimes;
      effects: readonly Effect[];
    }
  /** Nothing to do: already there, not yet, or an event that comes too late. */
  | { kind: 'no_op' }
  /** A caller asked for what this state forbids: 409 invalid_state. */
  | { kind: 'refused' };

/** What `trigger` does to a meeting with these facts. Pure. */
export function decideMove(meeting: MeetingFacts, trigger: Trigger, now: Date): Decision {
  const move = moves.find(
    (row) => row.from === meeting.state && row.on === trigger.kind && (row.when?.(trigger) ?? true),
  );
  if (!move) return isForbidden(meeting.state, trigger) ? { kind: 'refused' } : { kind: 'no_op' };
  const reason = move.reason === undefined ? meeting.stateReason : move.reason;
  return {
    kind: 'move',
    id: move.id,
    to: move.to,
    reason,
    times: timesOf(move.to, meeting, trigger, now),
    effects: move.effects,
  };
}

export function isTerminal(state: MeetingState): boolean {
  return state === 'ended' || state === 'cancelled' || state === 'failed';
}

function isForbidden(state: MeetingState, trigger: Trigger): boolean {
  if (trigger.kind === 'end_asked') return state !== 'ending' && state !== 'ended';
  if (trigger.kind === 'cancel_asked') return state !== 'cancelled';
  return false;
}

/** Keeps createdAt <= startedAt <= endedAt, whatever the clocks said. */
function timesOf(to: MeetingState, meeting: MeetingFacts, trigger: Trigger, now: Date): MoveTimes {
  if (to === 'in_progress' && trigger.kind === 'person_seen')
    return { started_at: between(meeting.createdAt, trigger.at, now) };
  if (meeting.startedAt === null) return {};
  if (to === 'ending') return { ending_at: latest(meeting.startedAt, now) };
  if (to === 'ended') return { ended_at: latest(meeting.startedAt, meeting.endingAt ?? now) };
  if (to === 'failed' && trigger.kind === 'media_silent')
    return { ended_at: between(meeting.startedAt, trigger.lastSign, now) };
  return {};
}

function latest(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}

function between(least: Date, value: Date, most: Date): Date {
  return latest(least, value.getTime() <= most.getTime() ? value : most);
}
