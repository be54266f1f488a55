import { type ListenerPort, MediaUnavailable } from '../../core/ports.ts';
import { RoomConnection } from './room-connection.ts';
import { withTimeout } from '../../core/timing.ts';

const JOIN_WITHIN_MS = 15_000;

/**
 * Hears the audio of LiveKit rooms at `url` (ws:// or http://). What takes time to load is loaded
 * when it is needed soon.
 */
export function roomListener(url: string): ListenerPort {
  return {
    prepare: () => void Promise.all([import('werift'), import('libopus-wasm')]).catch(() => {}),
    async join(token, onTrack, mayHear) {
      const room = new RoomConnection(url, token, onTrack, mayHear);
      try {
        await withTimeout(
          room.begin(),
          JOIN_WITHIN_MS,
          'the media server did not let the scribe in in time',
        );
        return { over: room.over, review: () => room.review(), leave: () => room.leave() };
      } catch (cause) {
        await room.leave();
        throw new MediaUnavailable('the scribe could not join', { cause });
      }
    },
  };
}
