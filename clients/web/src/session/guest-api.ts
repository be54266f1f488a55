// The calls of contract/guest-api.yaml. Secrets travel in bodies only.
import type {
  Admission,
  ConnectionCheck,
  ConnectionReport,
  ConsentRequest,
  HandRequest,
  JoinRequest,
  Lobby,
  LobbyRequest,
  ModerateRequest,
  ParticipantProof,
  Presence,
  WaitingGuest,
  WaitingRoom,
  WaitingRoomRequest,
  WaitingState,
  WaitRequest,
} from '../../../../contract/generated/guest-api.ts';
import {
  type GuestLink,
  joinAttempt,
  openAttempt,
  type ParticipantKey,
  readStoredParticipant,
  storeParticipant,
} from './guest-link.ts';

const MAX_CALL_SECONDS = 10;
/** The service holds such a call for 20 s. */
const MAX_HELD_SECONDS = 30;

/**
 * `gone` is 410, and so is `removed`, for guests who may not return; `full` and `locked` are 409; `unavailable` (429,
 * 5xx, or not a problem document) may be retried; `unreachable` had no response; `refused` is any other 4xx.
 */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'gone'; meetingState: string | null }
  | { kind: 'removed' }
  | { kind: 'full' }
  | { kind: 'locked' }
  | { kind: 'unavailable' }
  | { kind: 'unreachable' }
  | { kind: 'refused' };

export function openLobby(link: GuestLink): Promise<Answer<Lobby>> {
  const attempt = openAttempt(link);
  const body = { ...linkProof(link), ...(attempt !== null && { attempt }) } satisfies LobbyRequest;
  return call(linkPath(link, 'lobby'), body);
}

/** For the page /check. */
export function startConnectionCheck(): Promise<Answer<ConnectionCheck>> {
  return call('/guest/connection-check', {});
}

/** What guests state about themselves; `consent` if the meeting asks for it. */
export type Asked = Pick<JoinRequest, 'displayName' | 'consent'>;

/** `waiting`: for a host to decide or to arrive. */
export async function joinMeeting(
  link: GuestLink,
  asked: Asked,
): Promise<Answer<Admission> | { kind: 'waiting'; guest: WaitingGuest }> {
  const answer = await call<Admission | WaitingGuest>(linkPath(link, 'join'), {
    ...linkProof(link),
    ...asked,
    attempt: joinAttempt(link),
  } satisfies JoinRequest);
  if (answer.kind !== 'ok') return answer;
  const { value } = answer;
  storeParticipant(link, value);
  return 'mediaToken' in value ? { kind: 'ok', value } : { kind: 'waiting', guest: value };
}

/** Answers when the guest's wait is over, or after a while. Tells the service that the page is still there. */
export function awaitAdmission(
  key: ParticipantKey,
  isHidden: boolean,
  signal?: AbortSignal,
): Promise<Answer<WaitingState>> {
  const body = { ...proof(key), isHidden } satisfies WaitRequest;
  return call(participantPath(key, 'wait'), body, { seconds: MAX_HELD_SECONDS, signal });
}

/** Answers when something differs from the known version, or after a while. */
export function watchWaitingRoom(
  key: ParticipantKey,
  known: string | undefined,
  signal: AbortSignal,
): Promise<Answer<WaitingRoom>> {
  const body = {
    ...proof(key),
    ...(known !== undefined && { known }),
  } satisfies WaitingRoomRequest;
  return call(participantPath(key, 'waiting-room'), body, { seconds: MAX_HELD_SECONDS, signal });
}

export function answerConsent(
  key: ParticipantKey,
  consent: 'given' | 'declined',
): Promise<Answer<Presence>> {
  const body = { ...proof(key), consent } satisfies ConsentRequest;
  return call(participantPath(key, 'consent'), body);
}

export function raiseHand(key: ParticipantKey, raised: boolean): Promise<Answer<Presence>> {
  return call(participantPath(key, 'hand'), { ...proof(key), raised } satisfies HandRequest);
}

export type HostAction = Omit<ModerateRequest, 'participantSecret'>;

export function moderateMeeting(
  key: ParticipantKey,
  action: HostAction,
): Promise<Answer<Presence>> {
  return call(participantPath(key, 'moderate'), { ...proof(key), ...action });
}

export function noteConnected(key: ParticipantKey): Promise<Answer<Presence>> {
  return call(participantPath(key, 'connected'), proof(key));
}

export type ConnectionMeasures = Omit<ConnectionReport, 'participantSecret'>;

export function reportConnectionQuality(
  key: ParticipantKey,
  measures: ConnectionMeasures,
): Promise<Answer<Presence>> {
  return call(participantPath(key, 'connection'), { ...proof(key), ...measures });
}

export function renewAdmission(key: ParticipantKey): Promise<Answer<Admission>> {
  return call(participantPath(key, 'renew'), proof(key));
}

export function leaveMeeting(key: ParticipantKey): Promise<Answer<Presence>> {
  return call(participantPath(key, 'leave'), proof(key));
}

/** Leaves while the page is closing, when it cannot wait for an answer. */
export function leaveByBeacon(key: ParticipantKey): void {
  const body = new Blob([JSON.stringify(proof(key))], { type: 'application/json' });
  navigator.sendBeacon(participantPath(key, 'leave'), body);
}

/** The arguments for a `fetch` that leaves the meeting. */
export const leaveRequest = (key: ParticipantKey): [path: string, init: RequestInit] => [
  participantPath(key, 'leave'),
  post(proof(key)),
];

function linkProof(link: GuestLink) {
  const returning = readStoredParticipant(link);
  return { secret: link.secret, ...(returning && { returning }) };
}

function linkPath(link: GuestLink, verb: string): string {
  return `/guest/links/${encodeURIComponent(link.guestLinkRef)}/${verb}`;
}

function participantPath(key: ParticipantKey, verb: string): string {
  return `/guest/participants/${encodeURIComponent(key.participantRef)}/${verb}`;
}

function proof(key: ParticipantKey): ParticipantProof {
  return { participantSecret: key.participantSecret };
}

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function call<T>(
  path: string,
  body: object,
  {
    seconds = MAX_CALL_SECONDS,
    signal,
  }: { seconds?: number; signal?: AbortSignal | undefined } = {},
): Promise<Answer<T>> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, seconds * 1000);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  try {
    const response = await fetch(path, {
      ...post(body),
      cache: 'no-store',
      signal: limit.signal,
    });
    return await readAnswer<T>(response);
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  if (response.ok) return { kind: 'ok', value: (await response.json()) as T };
  if (response.status === 429 || response.status >= 500) return { kind: 'unavailable' };
  const { code, meetingState } = await readProblem(response);
  // Not from the service: a proxy answers 404 while the service restarts.
  if (code === null) return { kind: 'unavailable' };
  if (response.status === 409) return { kind: conflictOf(code) };
  if (response.status !== 410) return { kind: 'refused' };
  return code === 'participant_gone' ? { kind: 'removed' } : { kind: 'gone', meetingState };
}

function conflictOf(code: string): 'locked' | 'full' | 'refused' {
  if (code === 'meeting_locked') return 'locked';
  return code === 'meeting_full' ? 'full' : 'refused';
}

type ReadProblem = { code: string | null; meetingState: string | null };

/** Texts of the problem document; null when there is none. */
async function readProblem(response: Response): Promise<ReadProblem> {
  const problem: unknown = await response.json().catch(() => null);
  const members = typeof problem === 'object' && problem !== null ? problem : {};
  const textOf = (name: string) => {
    const member: unknown = Reflect.get(members, name);
    return typeof member === 'string' ? member : null;
  };
  return { code: textOf('code'), meetingState: textOf('meetingState') };
}
