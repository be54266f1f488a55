import type { Log } from '../core/ports.ts';

/** How to end each part of the service, in the order of their start. */
export type Stops = (() => Promise<void> | void)[];

/** Ends all parts, the last one first. One that fails is logged: the others must not be left running. */
export async function stopAll(stops: Stops, log: Log): Promise<void> {
  for (const end of stops.splice(0).toReversed())
    try {
      await end();
    } catch (error) {
      log.error('a part of the service did not stop as it should', { error });
    }
}
