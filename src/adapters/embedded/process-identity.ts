import { readFileSync } from 'node:fs';

/** Tells a process from a later one with the same id. `startedAt` is in clock ticks since boot. */
export type ProcessIdentity = { pid: number; startedAt: number | null; bootId: string | null };

export function identifyProcess(pid: number): ProcessIdentity {
  return {
    pid,
    startedAt: startTicks(pid),
    bootId: read('/proc/sys/kernel/random/boot_id')?.trim() ?? null,
  };
}

/** Whether that very process still runs. A zombie does not count. */
export function stillRuns(identity: ProcessIdentity): boolean {
  if (!pidRuns(identity.pid)) return false;
  const now = identifyProcess(identity.pid);
  return now.startedAt === identity.startedAt && now.bootId === identity.bootId;
}

/** Whether any process has that id. A zombie does not count. */
export function pidRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return statFields(pid)?.[0] !== 'Z';
}

/** The arguments that a process was started with; empty when there is no such process. */
export function commandLineOf(pid: number): string[] {
  return (read(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((part) => part !== '');
}

function startTicks(pid: number): number | null {
  const field = statFields(pid)?.[19];
  return field === undefined ? null : Number(field);
}

/** /proc/<pid>/stat from field 3 (the state) on, see proc(5); the name before it may hold spaces. */
function statFields(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
