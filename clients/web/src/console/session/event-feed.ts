import type { Event } from '../../../../../contract/generated/api.ts';
import type { ParleyClient } from '../../../../sdk-typescript/client.ts';
import { wheneverShown } from './whenever-shown.ts';

/** null: some events may have been missed. */
type Listener = (event: Event | null) => void;
export type EventFeed = {
  subscribe(listener: Listener): () => void;
  /** The service went away, or is back: what pages show may be outdated. */
  tellAll(): void;
};

/** Events while the page is shown, until `stop` aborts; none when the key may not read them. */
export function followEvents(client: ParleyClient, stop: AbortSignal): EventFeed {
  const listeners = new Set<Listener>();
  const tell: Listener = (event) => {
    for (const listener of listeners) listener(event);
  };
  wheneverShown(stop, async (shown) => {
    // The first time, nobody listens yet.
    tell(null);
    for await (const { event } of client.events.stream({ signal: shown })) tell(event);
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tellAll: () => tell(null),
  };
}
