import { ConnectionQuality, Track } from 'livekit-client';
import type { Participant, TrackPublication } from 'livekit-client';
import { cleanDisplayName } from './display-name.ts';
import type { ConnectionGrade, Person } from './person.ts';

/** Maps a participant of the media room to a `Person`. */
export function describePerson(participant: Participant): Person {
  const screen = participant.getTrackPublication(Track.Source.ScreenShare);
  return {
    ref: participant.identity,
    name: cleanDisplayName(participant.name ?? ''),
    isSelf: participant.isLocal,
    microphoneOn: participant.isMicrophoneEnabled,
    videoRef: trackIdOf(participant.getTrackPublication(Track.Source.Camera)),
    sharing: screen !== undefined && !screen.isMuted,
    screenRef: trackIdOf(screen),
    speaking: participant.isSpeaking && participant.isMicrophoneEnabled,
    connection: gradeOf(participant.connectionQuality),
    joinedAtMs: participant.joinedAt?.getTime() ?? 0,
  };
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
