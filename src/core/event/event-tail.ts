import { listLastPositions } from '../../store/event.ts';
import type { Ctx } from '../context.ts';

/**
 * Tells followers that their tenant has a new event. One query per second serves all of them; a notice
 * only makes it faster.
 */
export type EventTail = {
  /** Calls `onMove` when the tenant may have a new event, and at `release`, until the returned function is called. */
  follow(tenant: string, onMove: () => void): () => void;
  wake(tenant: string): void;
  /** Tells all followers to end, including later ones. */
  release(): void;
  readonly released: boolean;
};

const LOOK_EVERY_MS = 1_000;

export function followEvents(ctx: Pick<Ctx, 'db' | 'log'>): EventTail {
  const followers = new Map<string, Set<() => void>>();
  const seen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let isFailing = false;
  let released = false;
  const wake = (tenant: string): void => {
    for (const onMove of followers.get(tenant) ?? []) onMove();
  };
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      for (const { tenant, last } of await listLastPositions(ctx.db, [...followers.keys()])) {
        if (seen.get(tenant) !== last) wake(tenant);
        if (followers.has(tenant)) seen.set(tenant, last);
      }
      if (isFailing) ctx.log.info('checks for new events work again', { component: 'events' });
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        ctx.log.warn('could not check for new events', { component: 'events', error });
      isFailing = true;
    } finally {
      looking = false;
    }
  };
  return {
    get released() {
      return released;
    },
    follow: (tenant, onMove) => {
      const group = followers.get(tenant) ?? new Set();
      followers.set(tenant, group.add(onMove));
      timer ??= setInterval(() => void look(), LOOK_EVERY_MS);
      return () => {
        group.delete(onMove);
        if (group.size === 0 && followers.get(tenant) === group) {
          followers.delete(tenant);
          seen.delete(tenant);
        }
        if (followers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    wake,
    release: () => {
      released = true;
      for (const tenant of followers.keys()) wake(tenant);
    },
  };
}
