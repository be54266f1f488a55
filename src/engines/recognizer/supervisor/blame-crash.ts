import type { Job } from './recognizer-messages.ts';

/** After this many deaths over a range, it is given up. A kill from outside says little about the range. */
const MAX_DEATHS = { crashed: 2, killed: 6 };

/** Killed: from outside. Stuck: it did not answer. */
export type ProcessEnd = 'crashed' | 'killed' | 'stuck';

/** What to do with the jobs of a process that ended, in their order. */
export type CrashVerdict = { giveUp: readonly Job[]; askAgain: readonly Job[] };

/** `given`: the unanswered jobs. The process worked on the first ones together; the later ones are not to blame. */
export function blameCrash(given: readonly (readonly Job[])[], how: ProcessEnd): CrashVerdict {
  const [suspects = [], ...innocent] = given;
  // With several, the culprit is unknown: each is repeated alone, which reveals it.
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
