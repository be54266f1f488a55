import {
  ConnectionQuality,
  type Participant,
  ParticipantKind,
  type Room,
  RoomEvent,
  Track,
  TrackEvent,
  type TrackPublication,
} from 'livekit-client';
import type { ConnectionGrade, Person } from './person.ts';
import { cleanDisplayName } from './display-name.ts';

/** Set by the service. Participants cannot change their own. */
const ROLE_ATTRIBUTE = 'parley.role';
const KIND_ATTRIBUTE = 'parley.kind';
const CONSENT_ATTRIBUTE = 'parley.consent';
const HAND_ATTRIBUTE = 'parley.hand';

const CHANGES = [
  RoomEvent.ParticipantAttributesChanged,
  RoomEvent.ParticipantPermissionsChanged,
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  // A screen that is not received, as in audio only, is never unsubscribed.
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
  RoomEvent.ActiveSpeakersChanged,
  RoomEvent.ConnectionQualityChanged,
] as const;

/**
 * Reports the people in the room when they change. Changes at the same moment are reported once.
 * Returns a function that reports the people again.
 */
export function watchPeople(
  room: Room,
  closed: AbortSignal,
  onChange: (people: Person[]) => void,
): () => void {
  let due = false;
  const note = () => {
    if (due || closed.aborted) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      if (closed.aborted || room.localParticipant.identity === '') return;
      onChange(peopleIn(room));
    });
  };
  for (const event of CHANGES) room.on(event, note);
  // It has another track then. No event of the room says so for every device.
  room.on(RoomEvent.LocalTrackPublished, ({ track }) =>
    track?.off(TrackEvent.Restarted, note).on(TrackEvent.Restarted, note),
  );
  return note;
}

function peopleIn({ localParticipant, remoteParticipants }: Room): Person[] {
  const others = [...remoteParticipants.values()].filter(
    ({ kind }) => kind === ParticipantKind.STANDARD,
  );
  return [localParticipant, ...others].map(describePerson);
}

/** Maps a participant of the media room to a `Person`. */
function describePerson(participant: Participant): Person {
  const screen = participant.getTrackPublication(Track.Source.ScreenShare);
  return {
    ref: participant.identity,
    name: cleanDisplayName(participant.name ?? ''),
    isSelf: participant.isLocal,
    isHost: participant.attributes[ROLE_ATTRIBUTE] === 'host',
    isClient: participant.attributes[KIND_ATTRIBUTE] === 'client',
    consent: consentOf(participant.attributes[CONSENT_ATTRIBUTE]),
    lockedSources: participant.isLocal ? lockedSources(participant) : '',
    microphoneOn: participant.isMicrophoneEnabled,
    microphoneRef: trackIdOf(participant.getTrackPublication(Track.Source.Microphone)),
    videoRef: trackIdOf(participant.getTrackPublication(Track.Source.Camera)),
    sharing: screen !== undefined && !screen.isMuted,
    screenRef: trackIdOf(screen),
    speaking: participant.isSpeaking && participant.isMicrophoneEnabled,
    connection: gradeOf(participant.connectionQuality),
    joinedAtMs: participant.joinedAt?.getTime() ?? 0,
    handRaisedAtMs: timeOf(participant.attributes[HAND_ATTRIBUTE]),
  };
}

/** The media server's numbers for the sources that may be sent. */
const SOURCE_NUMBERS = { camera: 1, microphone: 2, screen: 3 };

function lockedSources({ permissions }: Participant): string {
  if (permissions === undefined) return '';
  const { canPublish, canPublishSources } = permissions;
  if (canPublish && canPublishSources.length === 0) return '';
  return Object.entries(SOURCE_NUMBERS)
    .filter(([, number]) => !canPublish || !canPublishSources.some((one: number) => one === number))
    .map(([name]) => name)
    .join(' ');
}

function consentOf(value: string | undefined): Person['consent'] {
  return value === 'given' || value === 'declined' ? value : null;
}

/** Null when it is empty. */
function timeOf(value: string | undefined): number | null {
  const atMs = Date.parse(value ?? '');
  return Number.isNaN(atMs) ? null : atMs;
}

function trackIdOf(publication: TrackPublication | undefined): string | null {
  return publication?.track !== undefined && !publication.isMuted
    ? publication.track.mediaStreamTrack.id
    : null;
}

function gradeOf(quality: ConnectionQuality): ConnectionGrade {
  if (quality === ConnectionQuality.Unknown) return 'unknown';
  if (quality === ConnectionQuality.Poor) return 'poor';
  return quality === ConnectionQuality.Lost ? 'lost' : 'good';
}
