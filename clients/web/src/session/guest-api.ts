// The calls of contract/guest-api.yaml. Secrets travel in bodies only.
import type {
  Admission,
  JoinRequest,
  LinkSecret,
  Lobby,
  ParticipantProof,
  Presence,
} from '../../../../contract/generated/guest-api.ts';
import type { GuestLink } from './guest-link.ts';

const MAX_CALL_SECONDS = 10;

/**
 * `gone` is 410; `full` and `locked` are 409; `unavailable` (429, 5xx) may be retried; `unreachable` had no
 * response; `refused` is any other 4xx.
 */
export type Answer<T> =
  | { kind: 'ok'; value: T }
  | { kind: 'gone'; meetingState: string | null }
  | { kind: 'full' }
  | { kind: 'locked' }
  | { kind: 'unavailable' }
  | { kind: 'unreachable' }
  | { kind: 'refused' };

export type ParticipantKey = Pick<Admission, 'participantRef' | 'participantSecret'>;

export function openLobby(link: GuestLink): Promise<Answer<Lobby>> {
  return call(linkPath(link, 'lobby'), { secret: link.secret } satisfies LinkSecret);
}

export function joinMeeting(link: GuestLink, displayName: string): Promise<Answer<Admission>> {
  return call(linkPath(link, 'join'), { secret: link.secret, displayName } satisfies JoinRequest);
}

export function noteConnected(key: ParticipantKey): Promise<Answer<Presence>> {
  return call(participantPath(key, 'connected'), proof(key));
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

function linkPath(link: GuestLink, verb: string): string {
  return `/guest/links/${encodeURIComponent(link.guestLinkRef)}/${verb}`;
}

function participantPath(key: ParticipantKey, verb: string): string {
  return `/guest/participants/${encodeURIComponent(key.participantRef)}/${verb}`;
}

function proof(key: ParticipantKey): ParticipantProof {
  return { participantSecret: key.participantSecret };
}

async function call<T>(path: string, body: object): Promise<Answer<T>> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      signal: AbortSignal.timeout(MAX_CALL_SECONDS * 1000),
    });
    return await readAnswer<T>(response);
  } catch {
    return { kind: 'unreachable' };
  }
}

async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  if (response.ok) return { kind: 'ok', value: (await response.json()) as T };
  if (response.status === 410)
    return { kind: 'gone', meetingState: await readMember(response, 'meetingState') };
  if (response.status === 409)
    return { kind: (await readMember(response, 'code')) === 'meeting_locked' ? 'locked' : 'full' };
  if (response.status === 429 || response.status >= 500) return { kind: 'unavailable' };
  return { kind: 'refused' };
}

/** A text of the problem document; null when there is none. */
async function readMember(response: Response, name: string): Promise<string | null> {
  try {
    const problem: Record<string, unknown> | null = await response.json();
    const member = problem?.[name];
    return typeof member === 'string' ? member : null;
  } catch {
    return null;
  }
}
