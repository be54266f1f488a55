import type { Ctx } from '../core/context.ts';
import { releaseLeasesOfDead } from '../core/task/run-tasks.ts';
import type { ScribeHealth, ScribeOptions } from '../scribe/session/scribe-options.ts';
import { type ScribeChild, startScribe } from './scribe-child.ts';

export type ScribesOptions = Omit<ScribeOptions, 'isReserve'>;

/** Starts the scribe process, and a second one where meetings have a standby and no other process provides it. */
export function startScribes(ctx: Ctx, options: ScribesOptions): ScribeChild {
  const start = (holder: string, isReserve: boolean): ScribeChild =>
    startScribe({ ...options, holder, isReserve }, ctx.log, (diedAt) => {
      // It is known to be dead, so nobody has to wait for its leases to expire.
      releaseLeasesOfDead(ctx, { holder, diedAt }).catch((error: unknown) =>
        ctx.log.warn('leases could not be released and run until they expire', {
          component: 'scribe',
          error,
        }),
      );
    });
  const first = start(options.holder, false);
  if (!options.hasStandby || !options.isAlone) return first;
  const second = start(`${options.holder}:standby`, true);
  return {
    health: () => joinHealth(first.health(), second.health()),
    stop: async () => {
      await Promise.all([first.stop(), second.stop()]);
    },
  };
}

/** Meetings are transcribed as long as one of the two works. */
export function joinHealth(first: ScribeHealth, second: ScribeHealth): ScribeHealth {
  const isOneGone = (first.status === 'unavailable') !== (second.status === 'unavailable');
  if (!isOneGone) return first;
  const works = first.status === 'unavailable' ? second : first;
  return { ...works, status: 'degraded', detail: 'One of the two scribe processes does not work.' };
}
