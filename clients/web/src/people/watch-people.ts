import { ParticipantKind, RoomEvent } from 'livekit-client';
import type { Room } from 'livekit-client';
import { describePerson } from './describe-person.ts';
import type { Person } from './person.ts';

const CHANGES = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
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
  return note;
}

function peopleIn({ localParticipant, remoteParticipants }: Room): Person[] {
  const others = [...remoteParticipants.values()].filter(
    ({ kind }) => kind === ParticipantKind.STANDARD,
  );
  return [localParticipant, ...others].map(describePerson);
}
