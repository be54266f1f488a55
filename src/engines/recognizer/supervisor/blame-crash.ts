import type { Job } from './recognizer-messages.ts';

/** Deaths over one range after which the range is given up. A kill from outside says little about the range. */
const MAX_DEATHS = { crashed: 2, killed: 6 };

/** What to do with the jobs of a process that ended, in their order. */
export type CrashVerdict = { giveUp: readonly Job[]; askAgain: readonly Job[] };

/** `given`: the messages that it did not answer. It worked on the first one; those behind it had no part in it. */
export function blameCrash(
  given: readonly (readonly Job[])[],
  how: 'crashed' | 'killed' | 'stuck',
): CrashVerdict {
  const [suspects = [], ...innocent] = given;
  // Which of several did it is not known: each is asked again alone, and then it is.
  const isAlone = suspects.length === 1;
  for (const job of suspects) {
    job.isSuspect = true;
    if (isAlone) job[how === 'killed' ? 'killed' : 'crashed'] += 1;
  }
  const isAtFault = ({ crashed, killed }: Job): boolean =>
    crashed >= MAX_DEATHS.crashed || killed >= MAX_DEATHS.killed;
  return {
    giveUp: suspects.filter(isAtFault),
    askAgain: [...suspects.filter((job) => !isAtFault(job)), ...innocent.flat()],
  };
}
