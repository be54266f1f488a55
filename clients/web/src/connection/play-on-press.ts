import { type Room, RoomEvent } from 'livekit-client';

/** Safari in low power mode plays the pictures of others only after a press, anywhere on the page. */
export function playOnPress(room: Room, closed: AbortSignal): void {
  const wait = () => {
    if (room.canPlaybackVideo || closed.aborted) return;
    // Phones send a click only for what can be pressed.
    for (const press of ['click', 'touchend'] as const)
      addEventListener(press, play, { once: true, signal: closed });
  };
  // It stays blocked if the browser does not count that press.
  const play = () => void room.startVideo().then(wait);
  room.on(RoomEvent.VideoPlaybackStatusChanged, wait);
}
