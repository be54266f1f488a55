import { describe, expect, it } from 'vitest';
import type { MeetingState } from '../../../contract/generated/api.ts';
import {
  decideMove,
  type MeetingFacts,
  moves,
  NO_SHOW_PATIENCE_SECONDS,
  type Trigger,
} from './transitions.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 24, 9, minute));
const states: MeetingState[] = ['created', 'in_progress', 'ending', 'ended', 'cancelled', 'failed'];
const noShow = {
  kind: 'no_show',
  people: 0,
  latestJoinMetDeadMedia: false,
  overdueSeconds: 0,
} as const;
const silence = {
  kind: 'media_silent',
  seconds: 600,
  limitSeconds: 600,
  lastSign: at(20),
} as const;

function facts(state: MeetingState): MeetingFacts {
  const begun = state !== 'created' && state !== 'cancelled';
  return {
    state,
    stateReason: state === 'ending' ? 'room_empty' : null,
    createdAt: at(0),
    startedAt: begun ? at(10) : null,
    endingAt: state === 'ending' ? at(25) : null,
  };
}

const legal: [
  id: string,
  from: MeetingState,
  trigger: Trigger,
  to: MeetingState,
  reason: string | null,
][] = [
  ['M1', 'created', { kind: 'person_seen', at: at(10) }, 'in_progress', null],
  ['M2', 'created', { kind: 'cancel_asked' }, 'cancelled', 'cancelled_by_api'],
  ['M3', 'created', noShow, 'cancelled', 'never_held'],
  [
    'M3',
    'created',
    { ...noShow, people: 'unknown', overdueSeconds: NO_SHOW_PATIENCE_SECONDS },
    'cancelled',
    'never_held',
  ],
  ['M4', 'created', { ...noShow, latestJoinMetDeadMedia: true }, 'failed', 'media_unavailable'],
  // Promise: M5
  ['M5', 'in_progress', { kind: 'end_asked', by: 'api' }, 'ending', 'ended_by_api'],
  ['M5', 'in_progress', { kind: 'end_asked', by: 'host' }, 'ending', 'ended_by_host'],
  ['M6', 'in_progress', { kind: 'room_emptied' }, 'ending', 'room_empty'],
  // Promise: M7
  ['M7', 'in_progress', { kind: 'max_run_reached' }, 'ending', 'max_duration'],
  ['M8', 'in_progress', silence, 'failed', 'media_lost'],
  // Promise: M9
  ['M9', 'ending', { kind: 'room_gone', captureFlushed: true }, 'ended', 'room_empty'],
  // Promise: M10
  ['M10', 'ending', { kind: 'ending_took_too_long' }, 'ended', 'room_empty'],
];

describe('decideMove', () => {
  it.each(legal)('%s moves %s by %o to %s with reason %s', (id, from, trigger, to, reason) => {
    expect(decideMove(facts(from), trigger, at(30))).toMatchObject({
      kind: 'move',
      id,
      to,
      reason,
    });
  });

  // Promise: forbidden
  it('moves a meeting for no other trigger in any state', () => {
    for (const state of states) {
      for (const [, from, trigger] of legal) {
        if (from !== state)
          expect(
            decideMove(facts(state), trigger, at(30)).kind,
            `${trigger.kind} in ${state}`,
          ).not.toBe('move');
      }
    }
  });

  // Promise: M9
  it.each<[MeetingState, Trigger]>([
    ['created', { ...noShow, people: 1 }],
    [
      'created',
      {
        ...noShow,
        people: 'unknown',
        overdueSeconds: NO_SHOW_PATIENCE_SECONDS - 1,
        latestJoinMetDeadMedia: true,
      },
    ],
    ['in_progress', { ...silence, seconds: 599 }],
    ['ending', { kind: 'room_gone', captureFlushed: false }],
  ])('waits in %s at %o', (state, trigger) => {
    expect(decideMove(facts(state), trigger, at(30))).toEqual({ kind: 'no_op' });
  });

  // Promise: forbidden
  it.each<[MeetingState, Trigger['kind'], 'refused' | 'no_op']>([
    ['created', 'end_asked', 'refused'],
    ['ending', 'end_asked', 'no_op'],
    ['ended', 'end_asked', 'no_op'],
    ['cancelled', 'end_asked', 'refused'],
    ['failed', 'end_asked', 'refused'],
    ['in_progress', 'cancel_asked', 'refused'],
    ['ending', 'cancel_asked', 'refused'],
    ['ended', 'cancel_asked', 'refused'],
    ['cancelled', 'cancel_asked', 'no_op'],
    ['failed', 'cancel_asked', 'refused'],
  ])('in %s, %s is %s', (state, kind, outcome) => {
    const trigger: Trigger = kind === 'end_asked' ? { kind, by: 'api' } : { kind: 'cancel_asked' };
    expect(decideMove(facts(state), trigger, at(30))).toEqual({ kind: outcome });
  });

  // Promise: I1
  it('never lowers the rank of a state, nor leaves a final one', () => {
    const rank = { created: 0, in_progress: 1, ending: 2, ended: 3, cancelled: 3, failed: 3 };
    for (const move of moves) expect(rank[move.to]).toBeGreaterThan(rank[move.from]);
    expect(moves.filter((move) => rank[move.from] === 3)).toEqual([]);
  });

  // Promise: I3
  it.each([
    [at(-5), at(0)],
    [at(10), at(10)],
    [at(40), at(30)],
  ])('begins at the event of %o, kept between creation and now: %o', (seenAt, startedAt) => {
    expect(decideMove(facts('created'), { kind: 'person_seen', at: seenAt }, at(30))).toMatchObject(
      { times: { started_at: startedAt } },
    );
  });

  // Promise: I3
  it('ends when the ending began, or with the last sign of life, never before the start', () => {
    expect(decideMove(facts('ending'), { kind: 'ending_took_too_long' }, at(30))).toMatchObject({
      times: { ended_at: at(25) },
    });
    expect(decideMove(facts('in_progress'), silence, at(30))).toMatchObject({
      times: { ended_at: at(20) },
    });
    expect(decideMove(facts('in_progress'), { ...silence, lastSign: at(5) }, at(30))).toMatchObject(
      { times: { ended_at: at(10) } },
    );
    expect(decideMove(facts('in_progress'), { kind: 'max_run_reached' }, at(5))).toMatchObject({
      times: { ending_at: at(10) },
    });
  });
});
