import type { ParticipantInfo, WebhookEvent } from 'livekit-server-sdk';
import type { DisconnectReason, MediaEvent, MediaParticipant } from '../../core/ports.ts';

const KINDS = ['participant_joined', 'participant_left', 'room_started', 'room_finished'] as const;
/** Attribute of a token that we minted: the role. Nobody can change attributes of their own. */
export const ROLE_ATTRIBUTE = 'parley.role';
export const CONSENT_ATTRIBUTE = 'parley.consent';
/** RFC 3339: since when the hand is up; empty while it is down. */
export const HAND_ATTRIBUTE = 'parley.hand';
export const KIND_ATTRIBUTE = 'parley.kind';
/** `off`: listeners do not subscribe. Both listeners read it. */
export const TRANSCRIBE_ATTRIBUTE = 'parley.transcribe';
const PEOPLE: ReadonlySet<string> = new Set(['host', 'guest']);

/** By the numbers of `DisconnectReason` in LiveKit's livekit_models.proto, which its server SDK does not export. */
const REASONS: Record<number, DisconnectReason> = {
  1: 'left',
  2: 'replaced',
  4: 'removed',
  5: 'meeting_ended',
  10: 'meeting_ended',
};

const CONNECTION_TIMEOUT = 14;
/**
 * How long LiveKit waits for a sign of life before it gives a connection up: 10 s until it calls it disconnected, 5 s
 * until it calls it failed, 5 s for the client to resume (pkg/rtc/transport.go and participant.go of v1.13).
 */
const GIVES_UP_AFTER_MS = 20_000;

/** What a LiveKit webhook says, in our words. */
export function toMediaEvent(event: WebhookEvent): MediaEvent {
  const at = Number(event.createdAt) * 1000;
  const reason: number | undefined = event.participant?.disconnectReason;
  const isLost = reason === CONNECTION_TIMEOUT;
  const kind = KINDS.find((one) => one === event.event) ?? 'other';
  const participant = event.participant ? toMediaParticipant(event.participant) : null;
  return {
    eventId: event.id,
    kind,
    meetingRef: event.room?.name || null,
    roomSid: event.room?.sid || null,
    participant,
    since: participant?.since ?? null,
    reason:
      kind === 'participant_left' && event.participant
        ? (REASONS[event.participant.disconnectReason] ?? 'connection_lost')
        : null,
    at: new Date(at),
    lastSeenAt: new Date(isLost ? at - GIVES_UP_AFTER_MS : at),
  };
}

export function toMediaParticipant(
  participant: Pick<ParticipantInfo, 'identity' | 'attributes' | 'joinedAtMs'>,
): MediaParticipant {
  return {
    identity: participant.identity,
    kind: PEOPLE.has(participant.attributes[ROLE_ATTRIBUTE] ?? '') ? 'person' : 'machine',
    since: participant.joinedAtMs ? new Date(Number(participant.joinedAtMs)) : null,
  };
}
