import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../core/context.ts';
import { readGuestLink } from '../../core/guest-link/read-guest-links.ts';
import { readMeeting } from '../../core/meeting/read-meeting.ts';
import { readParticipant } from '../../core/participant/read-participants.ts';
import { readWebhook, readWebhookDelivery } from '../../core/webhook/read-webhooks.ts';
import type { Problem } from '../../core/problem.ts';
import { toProblem } from '../http/answer-problem.ts';
import { paramOf } from './fastify-routes.ts';
import type { ServerContext } from '../server-context.ts';

// Problems of the checks that come after the resource: query, Idempotency-Key, body and fields.
const LATER = new Set([
  'unknown_parameter',
  'invalid_parameter',
  'malformed_request',
  'idempotency_key_missing',
  'idempotency_key_invalid',
  'not_acceptable',
  'body_too_large',
  'unsupported_media_type',
  'malformed_json',
  'validation_error',
  'unexpected_body',
]);

/**
 * The same problem, or that the path names something that the caller does not have: that comes first. Checked only
 * after something else went wrong, so that a valid request pays nothing for the order of checks.
 */
export async function resourceFirst(
  server: ServerContext,
  request: FastifyRequest,
  problem: Problem,
): Promise<Problem> {
  const { scoped: actor } = request;
  if (!actor || !LATER.has(problem.code)) return problem;
  try {
    await readResource(server, actor, request);
    return problem;
  } catch (error) {
    return toProblem(error);
  }
}

/** What the path leads to: the last thing that it names. */
async function readResource(
  { core }: ServerContext,
  actor: Actor,
  request: FastifyRequest,
): Promise<void> {
  const names = Object.keys(request.params ?? {});
  const param = paramOf(request);
  if (names.includes('webhookRef')) {
    const webhook = { actor, webhookRef: param('webhookRef') };
    if (!names.includes('deliveryRef')) await readWebhook(core, webhook);
    else await readWebhookDelivery(core, { ...webhook, deliveryRef: param('deliveryRef') });
  }
  if (!names.includes('meetingRef')) return;
  const meeting = { actor, meetingRef: param('meetingRef') };
  if (names.includes('participantRef'))
    await readParticipant(core, { ...meeting, participantRef: param('participantRef') });
  else if (names.includes('guestLinkRef'))
    await readGuestLink(core, { ...meeting, guestLinkRef: param('guestLinkRef') });
  else await readMeeting(core, meeting);
}
