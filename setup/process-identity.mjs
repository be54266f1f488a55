import { readFileSync } from 'node:fs';

/**
 * Tells a process from a later one with the same id: `{ pid, startedAt }`, in clock ticks since
 * boot.
 */
export function identify(pid) {
  return { pid, startedAt: startTicks(pid) };
}

/** Whether that very process still runs, not a later one with the same id. */
export function stillRuns({ pid, startedAt }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  const now = startTicks(pid);
  return now === undefined || startedAt === undefined || now === startedAt;
}

/** Field 22 of /proc/<pid>/stat (proc(5)), counted after the name, which may hold spaces. */
function startTicks(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return undefined;
  }
}
