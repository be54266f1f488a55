// How each event changes the state of a guest's session.
import type { WaitingRoom } from '../../../../contract/generated/guest-api.ts';
import { addCaption } from '../captions/captions.ts';
import { assignHues } from '../people/hues.ts';
import { addNotice, noticesOfPeopleChange, noticesOfWaitingRoom } from '../notices/notices.ts';
import type { Notice } from '../notices/notices.ts';
import { arePeopleSame } from '../people/person.ts';
import type { Person } from '../people/person.ts';
import type { SessionError, SessionEvent, SessionState } from './session-types.ts';

const MAX_NAMES = 500;

export const INITIAL_STATE: SessionState = {
  phase: 'opening',
  lobby: null,
  error: null,
  transcribed: false,
  chat: true,
  people: [],
  names: new Map(),
  hues: new Map(),
  spokeAt: new Map(),
  captions: [],
  notices: [],
  soundBlocked: false,
  otherTab: false,
  refusal: 'link',
  offline: false,
  needsHost: false,
  waitingRoom: null,
};

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  switch (event.kind) {
    case 'opening':
      return { ...INITIAL_STATE, lobby: state.lobby };
    case 'lobby_opened':
      return {
        ...INITIAL_STATE,
        phase: 'lobby',
        lobby: event.lobby,
        transcribed: event.lobby.transcribed,
      };
    case 'lobby_refreshed':
      return state.phase === 'lobby' || state.error === 'locked'
        ? { ...state, lobby: event.lobby, transcribed: event.lobby.transcribed }
        : state;
    case 'joining':
      return { ...state, phase: 'joining', error: null, offline: false };
    case 'waiting':
      return { ...state, phase: 'waiting', needsHost: event.needsHost };
    case 'waiting_room':
      return waitingRoomChanged(state, event.room, event.atMs);
    case 'host_notice':
      return addNoticeTo(state, { kind: event.notice }, event.atMs);
    case 'join_failed':
      return { ...state, phase: 'lobby', error: event.error, people: [] };
    case 'joined':
      return joined(state, event);
    case 'people':
      return peopleChanged(state, event.people, event.atMs);
    case 'chat_message':
      return chatMessageReceived(state, event.ref, event.atMs);
    case 'caption':
      return { ...state, captions: addCaption(state.captions, event.message) };
    case 'connection_lost':
      return state.phase === 'joined'
        ? addNoticeTo({ ...state, phase: 'reconnecting' }, { kind: 'reconnecting' }, event.atMs)
        : state;
    case 'connection_back':
      return connectionBack(state, event.atMs);
    case 'service_asked':
      return serviceAsked(state, event);
    case 'sound_blocked':
      return soundBlocked(state, event);
    case 'device_failed':
      return addNoticeTo(
        state,
        { kind: 'device_failed', device: event.device, error: event.error },
        event.atMs,
      );
    case 'device_notice':
      return addNoticeTo(state, { kind: event.notice }, event.atMs);
    case 'other_tab':
      return { ...state, otherTab: event.present };
    case 'over':
      return clearMeeting({
        ...state,
        phase: event.phase,
        error: null,
        refusal: event.refusal ?? (state.lobby === null ? 'link' : 'closed'),
      });
    case 'failed':
      return failed(state, event.error);
    default:
      return event satisfies never;
  }
}

function failed(state: SessionState, error: SessionError): SessionState {
  const lobby = state.lobby && { ...state.lobby, locked: error === 'locked' };
  return clearMeeting({ ...state, phase: 'error', error, lobby });
}

function joined(
  state: SessionState,
  event: { transcribed: boolean; chat: boolean; atMs: number },
): SessionState {
  const next: SessionState = {
    ...state,
    phase: 'joined',
    transcribed: event.transcribed,
    chat: event.chat,
    error: null,
  };
  return event.transcribed ? addNoticeTo(next, { kind: 'transcribed' }, event.atMs) : next;
}

/** Joins and leaves are not announced to a guest who is just arriving or reconnecting. */
function peopleChanged(state: SessionState, people: readonly Person[], atMs: number): SessionState {
  // The media server reports audio levels several times a second. Reports without a change must not
  // render.
  if (arePeopleSame(state.people, people)) return state;
  const names = new Map(
    [...state.names, ...people.map(({ ref, name }) => [ref, name] as const)].slice(-MAX_NAMES),
  );
  // Includes people who have just stopped speaking.
  const spoke = [...state.people, ...people]
    .filter(({ speaking }) => speaking)
    .map(({ ref }) => [ref, atMs] as const);
  const spokeAt =
    spoke.length === 0 ? state.spokeAt : new Map([...state.spokeAt, ...spoke].slice(-MAX_NAMES));
  const hues = assignHues(state.hues, state.people, people);
  const next = { ...state, people, names, hues, spokeAt };
  if (state.phase === 'reconnecting') return { ...next, people: keepMissing(state.people, people) };
  if (state.phase !== 'joined') return next;
  return noticesOfPeopleChange(state.people, people).reduce<SessionState>(
    (reduced, content) => addNoticeTo(reduced, content, atMs),
    next,
  );
}

function waitingRoomChanged(
  state: SessionState,
  room: WaitingRoom | null,
  atMs: number,
): SessionState {
  return noticesOfWaitingRoom(state.waitingRoom, room).reduce<SessionState>(
    (reduced, content) => addNoticeTo(reduced, content, atMs),
    { ...state, waitingRoom: room },
  );
}

/** Messages from identities that the media server does not list are ignored. */
function chatMessageReceived(state: SessionState, ref: string, atMs: number): SessionState {
  const name = state.names.get(ref);
  const kind = 'chat_from';
  return name === undefined ? state : addNoticeTo(state, { kind, names: [name] }, atMs);
}

/** Without pictures, whose tracks are gone: the next ones may have the same ids, and must be attached. */
function keepMissing(before: readonly Person[], now: readonly Person[]): readonly Person[] {
  return before.map(
    (person) =>
      now.find(({ ref }) => ref === person.ref) ?? { ...person, videoRef: null, screenRef: null },
  );
}

function connectionBack(state: SessionState, atMs: number): SessionState {
  if (state.phase !== 'reconnecting') return state;
  return addNoticeTo({ ...state, phase: 'joined', offline: false }, { kind: 'reconnected' }, atMs);
}

/** Whether a guest who waits, or has lost the meeting, can reach the service at all. */
function serviceAsked(
  state: SessionState,
  { answered, atMs }: { answered: boolean; atMs: number },
): SessionState {
  const isAway = state.phase === 'reconnecting' || state.phase === 'waiting';
  if (!isAway || state.offline !== answered) return state;
  const next = { ...state, offline: !answered };
  return answered ? next : addNoticeTo(next, { kind: 'offline' }, atMs);
}

function soundBlocked(
  state: SessionState,
  { blocked, atMs }: { blocked: boolean; atMs: number },
): SessionState {
  const next = { ...state, soundBlocked: blocked };
  return blocked && !state.soundBlocked ? addNoticeTo(next, { kind: 'sound_blocked' }, atMs) : next;
}

/** After the meeting, the page keeps nothing of what was said. */
function clearMeeting(state: SessionState): SessionState {
  return {
    ...state,
    people: [],
    names: new Map(),
    hues: new Map(),
    spokeAt: new Map(),
    captions: [],
    notices: [],
    soundBlocked: false,
    offline: false,
    waitingRoom: null,
  };
}

const WITH_NOTICES: readonly SessionState['phase'][] = [
  'joining',
  'waiting',
  'joined',
  'reconnecting',
];

/** A call that fails after the guest has left is no news. */
function addNoticeTo(state: SessionState, content: Notice['content'], atMs: number): SessionState {
  if (!WITH_NOTICES.includes(state.phase)) return state;
  return { ...state, notices: addNotice(state.notices, content, atMs) };
}
