import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../../clients/sdk-typescript/client.ts';

const EVERY_MS = 100;

/** The longest time in which no meeting could be created, in ms, and the meetings created. */
export type Probed = { awayMs: number; created: string[] };

/** Creates meetings continuously until `stop` is called. */
export function probe(url: string, apiKey: string): () => Promise<Probed> {
  const created: string[] = [];
  const over = new AbortController();
  let [last, longest] = [performance.now(), 0];
  const working = (async () => {
    while (!over.signal.aborted) {
      const client = createClient({ baseUrl: url, apiKey, maxRetries: 0 });
      const made = await client.meetings
        .create({ title: 'Probe' }, { signal: AbortSignal.timeout(2_000) })
        .catch(() => null);
      const now = performance.now();
      longest = Math.max(longest, now - last);
      if (made) {
        last = now;
        created.push(made.meetingRef);
      }
      await delay(EVERY_MS);
    }
  })();
  return async () => {
    over.abort();
    await working;
    return { awayMs: Math.max(0, longest - EVERY_MS), created };
  };
}
