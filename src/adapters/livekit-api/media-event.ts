import { type ParticipantInfo, TrackSource, type WebhookEvent } from 'livekit-server-sdk';
import {
  type DisconnectReason,
  type InRoom,
  type MediaEvent,
  type MediaParticipant,
  type MediaSource,
  RECEIVES_ATTRIBUTE,
} from '../../core/ports.ts';

const KINDS = ['participant_joined', 'participant_left', 'room_started', 'room_finished'] as const;
/** The token attribute for the role. People cannot change their own attributes. */
export const ROLE_ATTRIBUTE = 'parley.role';
export const CONSENT_ATTRIBUTE = 'parley.consent';
/** When the hand was raised, RFC 3339; empty while it is down. */
export const HAND_ATTRIBUTE = 'parley.hand';
export const KIND_ATTRIBUTE = 'parley.kind';
export const SOURCES: Record<MediaSource, readonly TrackSource[]> = {
  microphone: [TrackSource.MICROPHONE],
  camera: [TrackSource.CAMERA],
  screen: [TrackSource.SCREEN_SHARE, TrackSource.SCREEN_SHARE_AUDIO],
};
export const ALL_SOURCES: readonly MediaSource[] = ['camera', 'microphone', 'screen'];
const ROLES = ['host', 'guest'] as const;
const CONSENTS = ['given', 'declined'] as const;

/** By the numbers of LiveKit's `DisconnectReason` (livekit_models.proto), which its server SDK does not export. */
const REASONS: Record<number, DisconnectReason> = {
  1: 'left',
  2: 'replaced',
  4: 'removed',
  5: 'meeting_ended',
  10: 'meeting_ended',
};

const CONNECTION_TIMEOUT = 14;
/**
 * How long LiveKit waits for a sign of life before it gives up a connection: 10 s until it counts as disconnected, 5 s
 * until it counts as failed, 5 s for the client to resume (pkg/rtc/transport.go and participant.go of v1.13). Half a
 * second more, since its timestamps are taken as the end of their second.
 */
const GIVES_UP_AFTER_MS = 20_500;
/** LiveKit reports whole seconds. The end of that second is after the event, and core accepts no future time. */
const END_OF_SECOND_MS = 999;

/** A LiveKit webhook as an event of ours. */
export function toMediaEvent(event: WebhookEvent): MediaEvent {
  const at = Number(event.createdAt) * 1000 + END_OF_SECOND_MS;
  const code: number | undefined = event.participant?.disconnectReason;
  const isLost = code === CONNECTION_TIMEOUT;
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
      kind === 'participant_left' && code !== undefined
        ? (REASONS[code] ?? 'connection_lost')
        : null,
    at: new Date(at),
    lastSeenAt: new Date(isLost ? at - GIVES_UP_AFTER_MS : at),
  };
}

export function toMediaParticipant(
  participant: Pick<ParticipantInfo, 'identity' | 'attributes' | 'permission' | 'joinedAtMs'>,
): MediaParticipant {
  const current = toInRoom(participant);
  return {
    identity: participant.identity,
    kind: roleOf(participant) ? 'person' : 'machine',
    since: participant.joinedAtMs ? new Date(Number(participant.joinedAtMs)) : null,
    ...(RECEIVES_ATTRIBUTE in participant.attributes && { receives: true }),
    current,
  };
}

const roleOf = ({ attributes }: Pick<ParticipantInfo, 'attributes'>) =>
  ROLES.find((role) => role === attributes[ROLE_ATTRIBUTE]);

function toInRoom(participant: Pick<ParticipantInfo, 'attributes' | 'permission'>): InRoom | null {
  const { attributes, permission } = participant;
  const role = roleOf(participant);
  if (!role || !permission) return null;
  const { canPublish, canPublishSources } = permission;
  // An empty list of sources allows them all.
  const takes = (source: TrackSource): boolean =>
    canPublish && (canPublishSources.length === 0 || canPublishSources.includes(source));
  return {
    role,
    consent: CONSENTS.find((one) => one === attributes[CONSENT_ATTRIBUTE]) ?? 'not_asked',
    sends: ALL_SOURCES.filter((source) => SOURCES[source].some(takes)),
    sendsMessages: permission.canPublishData,
    handRaisedAt: attributes[HAND_ATTRIBUTE] ? new Date(attributes[HAND_ATTRIBUTE]) : null,
    subscribes: permission.canSubscribe,
  };
}
