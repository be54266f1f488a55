import type { Event } from '../../../../../contract/generated/api.ts';
import { type ParleyClient, ParleyError } from '../../../../sdk-typescript/client.ts';

/** null: some events may have been missed. */
type Listener = (event: Event | null) => void;
export type EventFeed = { subscribe(listener: Listener): () => void };

/** Events until `signal` aborts; none when the key may not read them, or the service cannot be reached at first. */
export function followEvents(client: ParleyClient, signal: AbortSignal): EventFeed {
  const listeners = new Set<Listener>();
  const tell: Listener = (event) => {
    for (const listener of listeners) listener(event);
  };
  void follow(client, signal, tell);
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function follow(client: ParleyClient, signal: AbortSignal, tell: Listener): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { event } of client.events.stream({ signal })) tell(event);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'events_expired') return;
    }
    tell(null);
  }
}
