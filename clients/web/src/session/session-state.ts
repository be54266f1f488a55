// One guest's visit to a meeting, as data: everything that screens show, and how each event changes it.
import type { CaptionMessage, Lobby } from '../../../../contract/generated/guest-api.ts';
import { addCaption } from '../captions/captions.ts';
import type { CaptionLine } from '../captions/captions.ts';
import type { DeviceKind, DeviceTrouble } from '../devices/device-trouble.ts';
import { addNotice, sayPeopleChange } from '../notices/notices.ts';
import type { DeviceNews, Notice } from '../notices/notices.ts';
import { arePeopleSame } from '../people/person.ts';
import type { Person } from '../people/person.ts';

const NAMES_MAX = 500;

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
/** Why joining did not work, or why the page cannot go on. */
export type VisitTrouble =
  | 'unreachable'
  | 'unavailable'
  | 'full'
  | 'media_unreachable'
  | 'name_refused'
  | 'taken_over'
  | 'lost'
  | 'old_browser'
  | 'page_failed';

export type VisitState = {
  phase: Phase;
  lobby: Lobby | null;
  trouble: VisitTrouble | null;
  transcribed: boolean;
  people: readonly Person[];
  /** Also of those who left: captions keep their speaker. */
  names: ReadonlyMap<string, string>;
  /** When each person was last heard. */
  spokeAt: ReadonlyMap<string, number>;
  captions: readonly CaptionLine[];
  notices: readonly Notice[];
  soundBlocked: boolean;
  /** Another tab of this browser is in the meeting with the same link. */
  otherTab: boolean;
  /** Why the guest is refused: was at the door when it closed, in the meeting and may not come back, or the page has no link to ask with. */
  refusal: 'link' | 'closed' | 'removed' | 'no_link';
  /** While reconnecting: the service itself cannot be reached. */
  offline: boolean;
};

export type VisitEvent =
  | { kind: 'opening' }
  | { kind: 'lobby_opened'; lobby: Lobby }
  | { kind: 'lobby_seen'; lobby: Lobby }
  | { kind: 'joining' }
  | { kind: 'join_failed'; trouble: VisitTrouble }
  | { kind: 'joined'; transcribed: boolean; atMs: number }
  | { kind: 'people'; people: readonly Person[]; atMs: number }
  | { kind: 'told'; about: 'chat_from' | 'hands_raised'; ref: string; atMs: number }
  | { kind: 'caption'; message: CaptionMessage }
  | { kind: 'connection_lost'; atMs: number }
  | { kind: 'connection_back'; atMs: number }
  | { kind: 'service_unreachable' }
  | { kind: 'sound_blocked'; blocked: boolean; atMs: number }
  | { kind: 'device_trouble'; device: DeviceKind; trouble: DeviceTrouble; atMs: number }
  | { kind: 'device_news'; news: DeviceNews; atMs: number }
  | { kind: 'other_tab'; here: boolean }
  | { kind: 'over'; phase: 'left' | 'ended' | 'refused'; refusal?: VisitState['refusal'] }
  | { kind: 'failed'; trouble: VisitTrouble };

export const FIRST_STATE: VisitState = {
  phase: 'opening',
  lobby: null,
  trouble: null,
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

export function reduceVisit(state: VisitState, event: VisitEvent): VisitState {
  switch (event.kind) {
    case 'opening':
      return { ...FIRST_STATE, lobby: state.lobby };
    case 'lobby_opened':
      return {
        ...FIRST_STATE,
        phase: 'lobby',
        lobby: event.lobby,
        transcribed: event.lobby.transcribed,
      };
    case 'lobby_seen':
      return state.phase === 'lobby'
        ? { ...state, lobby: event.lobby, transcribed: event.lobby.transcribed }
        : state;
    case 'joining':
      return { ...state, phase: 'joining', trouble: null };
    case 'join_failed':
      return { ...state, phase: 'lobby', trouble: event.trouble, people: [] };
    case 'joined':
      return joined(state, event);
    case 'people':
      return peopleChanged(state, event.people, event.atMs);
    case 'told':
      return told(state, event.about, event.ref, event.atMs);
    case 'caption':
      return { ...state, captions: addCaption(state.captions, event.message) };
    case 'connection_lost':
      return state.phase === 'joined'
        ? say({ ...state, phase: 'reconnecting' }, { kind: 'reconnecting' }, event.atMs)
        : state;
    case 'connection_back':
      return connectionBack(state, event.atMs);
    case 'service_unreachable':
      return { ...state, offline: true };
    case 'sound_blocked':
      return soundBlocked(state, event);
    case 'device_trouble':
      return say(
        state,
        { kind: 'device_trouble', device: event.device, trouble: event.trouble },
        event.atMs,
      );
    case 'device_news':
      return say(state, { kind: event.news }, event.atMs);
    case 'other_tab':
      return { ...state, otherTab: event.here };
    case 'over':
      return over({
        ...state,
        phase: event.phase,
        trouble: null,
        refusal: event.refusal ?? (state.lobby === null ? 'link' : 'closed'),
      });
    case 'failed':
      return over({ ...state, phase: 'error', trouble: event.trouble });
    default:
      return event satisfies never;
  }
}

function joined(state: VisitState, event: { transcribed: boolean; atMs: number }): VisitState {
  const next: VisitState = {
    ...state,
    phase: 'joined',
    transcribed: event.transcribed,
    trouble: null,
  };
  return event.transcribed ? say(next, { kind: 'transcribed' }, event.atMs) : next;
}

/** Nobody joins or leaves in the eyes of a guest who is only just arriving, or whose own connection is lost. */
function peopleChanged(state: VisitState, people: readonly Person[], atMs: number): VisitState {
  // The media server says several times a second how loud everybody is: what changes nothing draws nothing.
  if (arePeopleSame(state.people, people)) return state;
  const names = new Map(
    [...state.names, ...people.map(({ ref, name }) => [ref, name] as const)].slice(-NAMES_MAX),
  );
  // Also who has just stopped: nobody was heard later.
  const spoke = [...state.people, ...people]
    .filter(({ speaking }) => speaking)
    .map(({ ref }) => [ref, atMs] as const);
  const spokeAt =
    spoke.length === 0 ? state.spokeAt : new Map([...state.spokeAt, ...spoke].slice(-NAMES_MAX));
  const next = { ...state, people, names, spokeAt };
  if (state.phase === 'reconnecting') return { ...next, people: keepAbsent(state.people, people) };
  if (state.phase !== 'joined') return next;
  return sayPeopleChange(state.people, people).reduce<VisitState>(
    (so, said) => say(so, said, atMs),
    next,
  );
}

/** Names come from the people the media server knows; who is not among them is not worth a word. */
function told(
  state: VisitState,
  kind: 'chat_from' | 'hands_raised',
  ref: string,
  atMs: number,
): VisitState {
  const name = state.names.get(ref);
  return name === undefined ? state : say(state, { kind, names: [name] }, atMs);
}

function keepAbsent(before: readonly Person[], now: readonly Person[]): readonly Person[] {
  return before.map((person) => now.find(({ ref }) => ref === person.ref) ?? person);
}

function connectionBack(state: VisitState, atMs: number): VisitState {
  if (state.phase !== 'reconnecting') return state;
  return say({ ...state, phase: 'joined', offline: false }, { kind: 'reconnected' }, atMs);
}

function soundBlocked(
  state: VisitState,
  { blocked, atMs }: { blocked: boolean; atMs: number },
): VisitState {
  const next = { ...state, soundBlocked: blocked };
  return blocked && !state.soundBlocked ? say(next, { kind: 'sound_blocked' }, atMs) : next;
}

/** Nothing said in the meeting stays in the page after it. */
function over(state: VisitState): VisitState {
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

function say(state: VisitState, said: Notice['said'], atMs: number): VisitState {
  return { ...state, notices: addNotice(state.notices, said, atMs) };
}
