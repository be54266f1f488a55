import type { ParticipantInfo, WebhookEvent } from 'livekit-server-sdk';
import type { MediaEvent, MediaParticipant } from '../../core/ports.ts';

const KINDS = ['participant_joined', 'participant_left', 'room_started', 'room_finished'] as const;
/** Attribute of a token that we minted: the role. Nobody can change attributes of their own. */
export const ROLE_ATTRIBUTE = 'parley.role';

/** What a LiveKit webhook says, in our words. */
export function toMediaEvent(event: WebhookEvent): MediaEvent {
  return {
    eventId: event.id,
    kind: KINDS.find((kind) => kind === event.event) ?? 'other',
    meetingRef: event.room?.name || null,
    roomSid: event.room?.sid || null,
    participant: event.participant ? toMediaParticipant(event.participant) : null,
    since: event.participant?.joinedAtMs ? new Date(Number(event.participant.joinedAtMs)) : null,
    at: new Date(Number(event.createdAt) * 1000),
  };
}

export function toMediaParticipant(
  participant: Pick<ParticipantInfo, 'identity' | 'attributes'>,
): MediaParticipant {
  return {
    identity: participant.identity,
    kind: participant.attributes[ROLE_ATTRIBUTE] === 'guest' ? 'person' : 'machine',
  };
}
