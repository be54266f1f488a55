import type { Ctx } from '../../core/context.ts';
import { waitAtMost } from '../../core/timing.ts';
import { deleteDoneSpools, deleteSpoolIfDone, type SpoolPlace } from './delete-done-spools.ts';

const EVERY_MS = 300_000;
const STOP_WITHIN_MS = 1_000;

/**
 * Deletes audio that is no longer kept: now, every 5 minutes, and that of a meeting when told that its transcript
 * changed. `stop` waits up to 1 s for a sweep under way.
 */
export function keepSweeping(
  ctx: Ctx,
  place: SpoolPlace,
): { tell(meetingRef: string): void; stop(): Promise<void> } {
  let hasWarned = false;
  const warnOfFailure = (error: unknown): void =>
    ctx.log.warn('spools could not be deleted and are kept for now', {
      component: 'scribe',
      error,
    });
  const sweep = async (): Promise<void> => {
    const count = await deleteDoneSpools(ctx, place);
    if (count === 0 || hasWarned) return;
    hasWarned = true;
    ctx.log.warn(
      'the audio of meetings that the database does not know is kept: check DATABASE_URL, or delete it yourself',
      { component: 'scribe', count },
    );
  };
  let running = sweep().catch(warnOfFailure);
  const timer = setInterval(() => (running = sweep().catch(warnOfFailure)), EVERY_MS);
  return {
    tell: (meetingRef) => void deleteSpoolIfDone(ctx, place, meetingRef).catch(warnOfFailure),
    stop: async () => {
      clearInterval(timer);
      await waitAtMost(running, STOP_WITHIN_MS);
    },
  };
}
