// The state of a guest's session: everything that screens show, and how each event changes it.
import type { CaptionMessage, Lobby } from '../../../../contract/generated/guest-api.ts';
import { addCaption } from '../captions/captions.ts';
import type { CaptionLine } from '../captions/captions.ts';
import type { DeviceKind, DeviceError } from '../devices/device-error.ts';
import { addNotice, noticesOfPeopleChange } from '../notices/notices.ts';
import type { DeviceNotice, Notice } from '../notices/notices.ts';
import { arePeopleSame } from '../people/person.ts';
import type { Person } from '../people/person.ts';

const MAX_NAMES = 500;

export type Phase =
  | 'opening'
  | 'lobby'
  | 'joining'
  | 'joined'
  | 'reconnecting'
  | 'left'
  | 'ended'
  | 'refused'
  | 'error';
/** Why joining failed, or why the session ended. */
export type SessionError =
  | 'unreachable'
  | 'unavailable'
  | 'full'
  | 'locked'
  | 'media_unreachable'
  | 'name_refused'
  | 'taken_over'
  | 'lost'
  | 'old_browser'
  | 'page_failed';

export type SessionState = {
  phase: Phase;
  lobby: Lobby | null;
  error: SessionError | null;
  transcribed: boolean;
  people: readonly Person[];
  /** Includes people who left, because captions keep their speaker. */
  names: ReadonlyMap<string, string>;
  /** When each person last spoke. */
  spokeAt: ReadonlyMap<string, number>;
  captions: readonly CaptionLine[];
  notices: readonly Notice[];
  soundBlocked: boolean;
  /** Another tab of this browser is in the meeting by the same link. */
  otherTab: boolean;
  /**
   * Why the guest is refused. `closed`: the link stopped working in the lobby; `removed`: in the
   * meeting; `no_link`: the secret is missing.
   */
  refusal: 'link' | 'closed' | 'removed' | 'no_link';
  /** While reconnecting: the service itself cannot be reached. */
  offline: boolean;
};

export type SessionEvent =
  | { kind: 'opening' }
  | { kind: 'lobby_opened'; lobby: Lobby }
  | { kind: 'lobby_refreshed'; lobby: Lobby }
  | { kind: 'joining' }
  | { kind: 'join_failed'; error: SessionError }
  | { kind: 'joined'; transcribed: boolean; atMs: number }
  | { kind: 'people'; people: readonly Person[]; atMs: number }
  | { kind: 'guest_message'; about: 'chat_from' | 'hands_raised'; ref: string; atMs: number }
  | { kind: 'caption'; message: CaptionMessage }
  | { kind: 'connection_lost'; atMs: number }
  | { kind: 'connection_back'; atMs: number }
  | { kind: 'service_unreachable' }
  | { kind: 'sound_blocked'; blocked: boolean; atMs: number }
  | { kind: 'device_failed'; device: DeviceKind; error: DeviceError; atMs: number }
  | { kind: 'device_notice'; notice: DeviceNotice; atMs: number }
  | { kind: 'other_tab'; present: boolean }
  | { kind: 'over'; phase: 'left' | 'ended' | 'refused'; refusal?: SessionState['refusal'] }
  | { kind: 'failed'; error: SessionError };

export const INITIAL_STATE: SessionState = {
  phase: 'opening',
  lobby: null,
  error: null,
  transcribed: false,
  people: [],
  names: new Map(),
  spokeAt: new Map(),
  captions: [],
  notices: [],
  soundBlocked: false,
  otherTab: false,
  refusal: 'link',
  offline: false,
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
      return state.phase === 'lobby'
        ? { ...state, lobby: event.lobby, transcribed: event.lobby.transcribed }
        : state;
    case 'joining':
      return { ...state, phase: 'joining', error: null };
    case 'join_failed':
      return { ...state, phase: 'lobby', error: event.error, people: [] };
    case 'joined':
      return joined(state, event);
    case 'people':
      return peopleChanged(state, event.people, event.atMs);
    case 'guest_message':
      return guestMessageReceived(state, event.about, event.ref, event.atMs);
    case 'caption':
      return { ...state, captions: addCaption(state.captions, event.message) };
    case 'connection_lost':
      return state.phase === 'joined'
        ? addNoticeTo({ ...state, phase: 'reconnecting' }, { kind: 'reconnecting' }, event.atMs)
        : state;
    case 'connection_back':
      return connectionBack(state, event.atMs);
    case 'service_unreachable':
      return { ...state, offline: true };
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
      return clearMeeting({ ...state, phase: 'error', error: event.error });
    default:
      return event satisfies never;
  }
}

function joined(state: SessionState, event: { transcribed: boolean; atMs: number }): SessionState {
  const next: SessionState = {
    ...state,
    phase: 'joined',
    transcribed: event.transcribed,
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
  const next = { ...state, people, names, spokeAt };
  if (state.phase === 'reconnecting') return { ...next, people: keepMissing(state.people, people) };
  if (state.phase !== 'joined') return next;
  return noticesOfPeopleChange(state.people, people).reduce<SessionState>(
    (reduced, content) => addNoticeTo(reduced, content, atMs),
    next,
  );
}

/** Messages from identities that the media server does not list are ignored. */
function guestMessageReceived(
  state: SessionState,
  kind: 'chat_from' | 'hands_raised',
  ref: string,
  atMs: number,
): SessionState {
  const name = state.names.get(ref);
  return name === undefined ? state : addNoticeTo(state, { kind, names: [name] }, atMs);
}

function keepMissing(before: readonly Person[], now: readonly Person[]): readonly Person[] {
  return before.map((person) => now.find(({ ref }) => ref === person.ref) ?? person);
}

function connectionBack(state: SessionState, atMs: number): SessionState {
  if (state.phase !== 'reconnecting') return state;
  return addNoticeTo({ ...state, phase: 'joined', offline: false }, { kind: 'reconnected' }, atMs);
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
    spokeAt: new Map(),
    captions: [],
    notices: [],
    soundBlocked: false,
    offline: false,
  };
}

function addNoticeTo(state: SessionState, content: Notice['content'], atMs: number): SessionState {
  return { ...state, notices: addNotice(state.notices, content, atMs) };
}
