import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../../clients/sdk-typescript/client.ts';

const EVERY_MS = 100;

/** Creates meetings all the time. Its stop answers the longest time that none could be created, in ms. */
export function probe(url: string, apiKey: string): () => Promise<number> {
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
      if (made) last = now;
      await delay(EVERY_MS);
    }
  })();
  return async () => {
    over.abort();
    await working;
    return Math.max(0, longest - EVERY_MS);
  };
}
