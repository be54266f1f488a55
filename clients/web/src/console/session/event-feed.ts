import type { Event } from '../../../../../contract/generated/api.ts';
import { type ParleyClient, ParleyError } from '../../../../sdk-typescript/client.ts';
import { wheneverShown } from './whenever-shown.ts';

/** null: some events may have been missed. */
type Listener = (event: Event | null) => void;
export type EventFeed = { subscribe(listener: Listener): () => void };

/**
 * Events while the page is shown, until `stop` aborts; none when the key may not read them, or the service cannot be
 * reached at first.
 */
export function followEvents(client: ParleyClient, stop: AbortSignal): EventFeed {
  const listeners = new Set<Listener>();
  const tell: Listener = (event) => {
    for (const listener of listeners) listener(event);
  };
  // The first time, nobody listens yet.
  wheneverShown(stop, (shown) => {
    tell(null);
    void follow(client, shown, tell);
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function follow(client: ParleyClient, shown: AbortSignal, tell: Listener): Promise<void> {
  while (!shown.aborted) {
    try {
      for await (const { event } of client.events.stream({ signal: shown })) tell(event);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'events_expired') return;
    }
    if (!shown.aborted) tell(null);
  }
}
