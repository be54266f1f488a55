import { type ListenerPort, MediaUnavailable } from '../../core/ports.ts';
import { RoomConnection } from './room-connection.ts';
import { withTimeout } from '../../core/timing.ts';

const JOIN_WITHIN_MS = 15_000;

/**
 * Receives the audio of LiveKit rooms at `url` (ws:// or http://). Slow modules are loaded by
 * `prepare`, shortly before they are needed.
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
          'the media server did not admit the scribe in time',
        );
        return { over: room.over, review: () => room.review(), leave: () => room.leave() };
      } catch (cause) {
        await room.leave();
        throw new MediaUnavailable('the scribe could not join', { cause });
      }
    },
  };
}
