import type { Actor } from '../../core/context.ts';
import type { OneCall } from '../../core/idempotency/once.ts';
import type { Answer } from './answer.ts';
import type { Query } from './read-query.ts';
import type { ServerContext } from '../server-context.ts';

/** A guest's call, whose body was checked against the contract. */
export type GuestCall<Body> = {
  param: (name: string) => string;
  body: Body;
  requestId: string;
};

/** A call with an API key that has the scope of the operation. `once` is null when no Idempotency-Key was sent. */
export type ApiCall<Body = undefined> = GuestCall<Body> & {
  actor: Actor;
  query: Query;
  accept: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  lastEventId: string | undefined;
  isHead: boolean;
  /** How long the client prefers to wait for a change; `onGone` reports when it hangs up. */
  wait: { seconds: number; onGone(gone: () => void): void } | null;
  once: OneCall | null;
};

/** A call that must have an Idempotency-Key. */
export type CreatingCall<Body = undefined> = ApiCall<Body> & { once: OneCall };

/** The meeting that the call is about, as the core is asked. */
export function aboutMeeting({ actor, param, once }: ApiCall<unknown>) {
  return { actor, meetingRef: param('meetingRef'), call: once };
}

/** The same for a participant of it. */
export function aboutParticipant(call: ApiCall<unknown>) {
  return { ...aboutMeeting(call), participantRef: call.param('participantRef') };
}

/** The participant whose page calls, with the proof. */
export function proofOf({ param, body }: GuestCall<{ participantSecret: string }>) {
  return { participantRef: param('participantRef'), participantSecret: body.participantSecret };
}

/** What a route file exports; the contract check proves that the call has the body type it asks for. */
export type Route = (server: ServerContext, call: never) => Promise<Answer>;
export type BoundRoute = (server: ServerContext, call: ApiCall<unknown>) => Promise<Answer>;
export type BoundGuestRoute = (server: ServerContext, call: GuestCall<unknown>) => Promise<Answer>;
