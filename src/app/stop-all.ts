import type { Log } from '../core/ports.ts';

/** How to end each part of the service, in the order of their start. */
export type Stops = (() => Promise<void> | void)[];

/** Ends all parts, the last one first, even after one has failed. Rejects with the first failure; each is logged. */
export async function stopAll(stops: Stops, log: Log): Promise<void> {
  const failures: unknown[] = [];
  for (const end of stops.splice(0).toReversed())
    try {
      await end();
    } catch (error) {
      failures.push(error);
      log.error('a part of the service did not stop as it should', { error });
    }
  if (failures.length > 0) throw failures[0];
}
