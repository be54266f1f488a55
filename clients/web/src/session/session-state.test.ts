import { describe, expect, test } from 'vitest';
import type { Person } from '../people/person.ts';
import { INITIAL_STATE, reduceSession } from './session-state.ts';
import type { Phase, SessionEvent, SessionState } from './session-types.ts';
import { somebody } from '../../../../dev/world/guest-page.ts';

const lobby = {
  title: 'T',
  schedule: null,
  meetingState: 'created',
  transcribed: true,
  displayName: null,
  asks: false,
  asksConsent: false,
  locked: false,
} as const;
const self = somebody({ ref: 'pt_me', name: 'Me', isSelf: true });
const other = somebody({ ref: 'pt_other', name: 'Other' });

const opened: SessionEvent = { kind: 'lobby_opened', lobby };
const joining: SessionEvent = { kind: 'joining' };
const joined: SessionEvent = { kind: 'joined', transcribed: true, chat: true, atMs: 0 };
const lost: SessionEvent = { kind: 'connection_lost', atMs: 10_000 };
const back: SessionEvent = { kind: 'connection_back', atMs: 20_000 };
const peopleNow = (atMs: number, ...people: Person[]): SessionEvent => ({
  kind: 'people',
  people,
  atMs,
});

function play(...events: SessionEvent[]): SessionState {
  return events.reduce(reduceSession, INITIAL_STATE);
}

function saidKinds(state: SessionState): string[] {
  return state.notices.map(({ content: said }) => said.kind);
}

describe('the phase', () => {
  test.each<[Phase, SessionEvent[]]>([
    ['opening', []],
    ['lobby', [opened]],
    ['joining', [opened, joining]],
    ['lobby', [opened, joining, { kind: 'join_failed', error: 'unavailable' }]],
    ['joined', [opened, joining, joined]],
    ['reconnecting', [opened, joining, joined, lost]],
    ['joined', [opened, joining, joined, lost, back]],
    ['ended', [opened, joining, joined, lost, { kind: 'over', phase: 'ended' }]],
    ['error', [opened, joining, joined, lost, { kind: 'failed', error: 'lost' }]],
    ['refused', [{ kind: 'over', phase: 'refused' }]],
    // The media connection speaks before the page has taken note of it, and after the guest has
    // left.
    ['joining', [opened, joining, back]],
    ['joining', [opened, joining, lost]],
    ['left', [opened, joining, joined, { kind: 'over', phase: 'left' }, lost]],
    ['left', [opened, joining, joined, { kind: 'over', phase: 'left' }, back]],
    [
      'lobby',
      [opened, joining, joined, { kind: 'over', phase: 'left' }, { kind: 'opening' }, opened],
    ],
  ])('is %s after %j', (phase, events) => {
    expect(play(...events).phase).toBe(phase);
  });
});

describe('people', () => {
  test('that did not change keep the same state object', () => {
    const state = play(opened, joining, joined, peopleNow(5000, self, other));
    expect(reduceSession(state, peopleNow(6000, { ...self }, { ...other }))).toBe(state);
    expect(
      reduceSession(state, peopleNow(6000, self, { ...other, microphoneOn: !other.microphoneOn })),
    ).not.toBe(state);
  });

  test('the last speaker is who stopped last, not who began last', () => {
    const third = somebody({ ref: 'pt_third', name: 'Third' });
    const speaking = (person: Person) => ({ ...person, speaking: true });
    const { spokeAt } = play(
      opened,
      joining,
      joined,
      peopleNow(1000, self, speaking(other), third),
      peopleNow(2000, self, speaking(other), speaking(third)),
      peopleNow(3000, self, speaking(other), third),
      peopleNow(4000, self, other, third),
    );
    expect([spokeAt.get(other.ref), spokeAt.get(third.ref)]).toEqual([4000, 3000]);
  });
});

test('a guest of a locked meeting learns that it is open again', () => {
  const lockedOut = play(opened, joining, { kind: 'failed', error: 'locked' });
  expect([lockedOut.error, lockedOut.lobby?.locked]).toEqual(['locked', true]);
  const lobby = { ...lockedOut.lobby, ...opened.lobby, locked: false };
  const told = reduceSession(lockedOut, { kind: 'lobby_refreshed', lobby });
  expect([told.error, told.lobby?.locked]).toEqual(['locked', false]);
});

describe('notices', () => {
  test('say that the meeting is transcribed, once the guest is in', () => {
    expect(saidKinds(play(opened, joining, joined))).toEqual(['transcribed']);
    expect(saidKinds(play(opened, joining, { ...joined, transcribed: false }))).toEqual([]);
  });

  test('do not name people who were there before', () => {
    const state = play(
      opened,
      joining,
      peopleNow(0, self, other),
      joined,
      peopleNow(5000, self, other),
    );
    expect(saidKinds(state)).toEqual(['transcribed']);
  });

  test('say once that the browser blocks the sound, until it plays', () => {
    const blocked = (is: boolean, atMs = 0) =>
      ({ kind: 'sound_blocked', blocked: is, atMs }) as const;
    const state = play(
      opened,
      joining,
      joined,
      blocked(true),
      blocked(true),
      blocked(false),
      blocked(true, 20_000),
    );
    expect(saidKinds(state)).toEqual(['transcribed', 'sound_blocked', 'sound_blocked']);
  });

  test('name people who join and leave', () => {
    const state = play(
      opened,
      joining,
      peopleNow(0, self),
      joined,
      peopleNow(5000, self, other),
      peopleNow(9000, self),
    );
    expect(saidKinds(state)).toEqual(['transcribed', 'people_joined', 'people_left']);
  });

  test('do not say that everyone left and came back when only the own connection did', () => {
    const before = [opened, joining, peopleNow(0, self, other), joined];
    const state = play(
      ...before,
      lost,
      peopleNow(11_000, self),
      back,
      peopleNow(21_000, self, other),
    );
    expect(saidKinds(state)).toEqual(['transcribed', 'reconnecting', 'reconnected']);
  });

  test('say once that the connection is being restored', () => {
    expect(saidKinds(play(opened, joining, joined, lost, lost, lost))).toEqual([
      'transcribed',
      'reconnecting',
    ]);
  });
});

test('the own microphone is shown as it is while reconnecting', () => {
  const before = [opened, joining, peopleNow(0, self, other), joined, lost];
  const state = play(...before, peopleNow(11_000, { ...self, microphoneOn: false }));
  expect(state.people.map(({ ref, microphoneOn }) => [ref, microphoneOn])).toEqual([
    ['pt_me', false],
    ['pt_other', true],
  ]);
});

test('a picture that comes back after a reconnection counts as another one, whatever its id', () => {
  const seen = { ...other, videoRef: 'TR_1', sharing: true, screenRef: 'TR_2' };
  const before = [opened, joining, peopleNow(0, self, seen), joined, lost];
  const picturesOf = ({ people }: SessionState) =>
    people.slice(1).map(({ videoRef, screenRef }) => [videoRef, screenRef]);
  const during = play(...before, peopleNow(11_000, self));
  expect(picturesOf(during)).toEqual([[null, null]]);
  const after = [back, peopleNow(12_000, self, seen)].reduce(reduceSession, during);
  expect(picturesOf(after)).toEqual([['TR_1', 'TR_2']]);
});

test('captions keep the name of a speaker who has left', () => {
  const state = play(opened, joining, joined, peopleNow(0, self, other), peopleNow(5000, self));
  expect(state.names.get('pt_other')).toBe('Other');
});

test('after the meeting the page keeps nothing that was said', () => {
  const message = {
    kind: 'final',
    participantRef: 'pt_other',
    utteranceRef: 'u',
    text: 'hello',
  } as const;
  const during = play(opened, joining, joined, peopleNow(0, self, other), {
    kind: 'caption',
    message,
  });
  expect(during.captions).toHaveLength(1);
  const after = reduceSession(during, { kind: 'over', phase: 'left' });
  expect([
    after.captions.length,
    after.names.size,
    after.people.length,
    after.notices.length,
  ]).toEqual([0, 0, 0, 0]);
});

test('nothing is announced on the page afterwards, such as a call that fails after the guest has left', () => {
  const failed = { kind: 'host_notice', notice: 'host_action_failed', atMs: 30_000 } as const;
  expect(saidKinds(play(opened, joining, joined, failed))).toContain('host_action_failed');
  const left = { kind: 'over', phase: 'left' } as const;
  expect(saidKinds(play(opened, joining, joined, left, failed))).toEqual([]);
});

test('a join error is cleared by the next attempt', () => {
  const failed = play(opened, joining, { kind: 'join_failed', error: 'media_unreachable' });
  expect(failed.error).toBe('media_unreachable');
  expect(reduceSession(failed, joining).error).toBeNull();
});
