import type { Meeting, Summary, Transcript } from '../../../contract/generated/api.ts';
import { callApi, type Caller, meetingPath } from './call-api.ts';

export const WAIT_FOR = ['started', 'ended', 'transcript', 'summary'] as const;
export type WaitFor = (typeof WAIT_FOR)[number];

/** Shorter than the 60 s after which clients give up on a tool. */
export const MAX_WAIT_SECONDS = 50;
/** As long as the API holds one read at most, with time for the answer. */
const ONE_READ_SECONDS = 25;
/** A read that was held for less of its time was not held to its end. */
const HELD_SHARE = 0.9;

type Waited = {
  reached: boolean;
  meetingRef: string;
  meetingState?: string;
  status?: string;
  result?: string | null;
  reason?: string | null;
  next: string;
};
type Wish = { meetingRef: string; until: WaitFor; seconds: number };

/** Reads until it has happened or the time is over; between reads the API holds the answer. */
export async function waitForMeeting(caller: Caller, wish: Wish): Promise<Waited> {
  const path = meetingPath(wish.meetingRef, PATHS[wish.until]);
  const deadline = performance.now() + wish.seconds * 1_000;
  let reply = await callApi(caller, { method: 'GET', path });
  let waited = waitedFor(wish, JSON.parse(reply.text));
  while (!waited.reached) {
    const left = Math.floor((deadline - performance.now()) / 1_000);
    if (left < 1) break;
    const seconds = Math.min(left, ONE_READ_SECONDS);
    const headers = { 'if-none-match': reply.headers['etag'] ?? '', prefer: `wait=${seconds}` };
    const askedAt = performance.now();
    const held = await callApi(caller, { method: 'GET', path, headers });
    if (held.status === 304) {
      // Much earlier than requested: the service is about to stop, or a proxy removes `prefer`.
      if (performance.now() - askedAt < seconds * 1_000 * HELD_SHARE) break;
      continue;
    }
    reply = held;
    waited = waitedFor(wish, JSON.parse(reply.text));
  }
  return waited;
}

const PATHS: Record<WaitFor, string> = {
  started: '',
  ended: '',
  transcript: '/transcript',
  summary: '/summary',
};

const OVER = new Set(['ended', 'cancelled', 'failed']);

function waitedFor({ until, meetingRef }: Wish, read: Meeting | Transcript | Summary): Waited {
  if ('status' in read) {
    const { status, result, reason } = read;
    const reached = status === 'available';
    const next = reached ? `Read it with get_${until}.` : AGAIN;
    return { reached, meetingRef, status, result, reason, next };
  }
  const { meetingState } = read;
  const over = OVER.has(meetingState);
  const reached = until === 'started' ? meetingState !== 'created' : over;
  return { reached, meetingRef, meetingState, next: reached ? nextOf(meetingState) : AGAIN };
}

const AGAIN = 'Not yet: call wait_for_meeting again.';

function nextOf(meetingState: string): string {
  if (meetingState === 'ended') return 'Wait for the transcript and the summary, then read them.';
  if (OVER.has(meetingState)) return 'The meeting was not held to its end; nothing more will come.';
  return 'Wait until it is ended.';
}
