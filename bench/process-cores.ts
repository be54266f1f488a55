import { readFile } from 'node:fs/promises';

const TICKS_A_SECOND = 100;

/** User and system time of processes so far, by /proc/PID/stat. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  const ticks = stats.map((text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND;
}
