// The state of a guest's session, everything that screens show, and the events that change it.
import type {
  CaptionMessage,
  Lobby,
  WaitingRoom,
} from '../../../../contract/generated/guest-api.ts';
import type { CaptionLine } from '../captions/captions.ts';
import type { DeviceKind, DeviceError } from '../devices/device-error.ts';
import type { DeviceNotice, HostNotice, Notice } from '../notices/notices.ts';
import type { Person } from '../people/person.ts';

export type Phase =
  | 'opening'
  | 'lobby'
  | 'joining'
  | 'waiting'
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
  /** The page can be reached, but the media server cannot. */
  | 'media_unreachable'
  /** The media server can be reached, but sound and video are blocked. */
  | 'media_blocked'
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
  /** Whether people may send each other messages. */
  chat: boolean;
  people: readonly Person[];
  /** Includes people who left, because captions keep their speaker. */
  names: ReadonlyMap<string, string>;
  /** Their colors, 0 to 7. */
  hues: ReadonlyMap<string, number>;
  /** When each person last spoke. */
  spokeAt: ReadonlyMap<string, number>;
  captions: readonly CaptionLine[];
  notices: readonly Notice[];
  soundBlocked: boolean;
  /** Another tab of this browser is in the meeting with the same link. */
  otherTab: boolean;
  /**
   * Why the guest is refused. `closed`: the link stopped working in the lobby; `shut_out`: in the
   * meeting; `no_link`: the secret is missing; `declined`, `removed`: by a host.
   */
  refusal: 'link' | 'closed' | 'shut_out' | 'no_link' | 'declined' | 'removed';
  /** While reconnecting or waiting: the service itself cannot be reached. */
  offline: boolean;
  /** While waiting: the meeting needs a host to begin, and none is there. */
  needsHost: boolean;
  /** The waiting people; null unless this guest is a host. */
  waitingRoom: WaitingRoom | null;
};

export type SessionEvent =
  | { kind: 'opening' }
  | { kind: 'lobby_opened'; lobby: Lobby }
  | { kind: 'lobby_refreshed'; lobby: Lobby }
  | { kind: 'joining' }
  | { kind: 'waiting'; needsHost: boolean }
  | { kind: 'waiting_room'; room: WaitingRoom | null; atMs: number }
  | { kind: 'host_notice'; notice: HostNotice; atMs: number }
  | { kind: 'join_failed'; error: SessionError }
  | { kind: 'joined'; transcribed: boolean; chat: boolean; atMs: number }
  | { kind: 'people'; people: readonly Person[]; atMs: number }
  | { kind: 'chat_message'; ref: string; atMs: number }
  | { kind: 'caption'; message: CaptionMessage }
  | { kind: 'connection_lost'; atMs: number }
  | { kind: 'connection_back'; atMs: number }
  | { kind: 'service_asked'; answered: boolean; atMs: number }
  | { kind: 'sound_blocked'; blocked: boolean; atMs: number }
  | { kind: 'device_failed'; device: DeviceKind; error: DeviceError; atMs: number }
  | { kind: 'device_notice'; notice: DeviceNotice; atMs: number }
  | { kind: 'other_tab'; present: boolean }
  | { kind: 'over'; phase: 'left' | 'ended' | 'refused'; refusal?: SessionState['refusal'] }
  | { kind: 'failed'; error: SessionError };

export type PublicState = Phase | 'declined' | 'removed' | 'locked';

/** What `data-parley-state` and the page around a frame see. */
export function publicState({ phase, error, refusal }: SessionState): PublicState {
  if (phase === 'error' && error === 'locked') return 'locked';
  const byHost = refusal === 'declined' || refusal === 'removed';
  return phase === 'refused' && byHost ? refusal : phase;
}

export function isHost({ people }: SessionState): boolean {
  return people.some((person) => person.isSelf && person.isHost);
}

const KEEPS_LINK: ReadonlySet<string | undefined> = new Set(['shut_out', 'declined', 'removed']);

/** Leaving, or being removed, does not mean that the link is invalid. */
export function endsLink(event: SessionEvent): boolean {
  return event.kind === 'over' && event.phase !== 'left' && !KEEPS_LINK.has(event.refusal);
}
