import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** All descendants of a process, from Linux's lists of children. */
export async function descendants(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = listed.trim().split(' ').filter(Boolean).map(Number);
  const deeper = await Promise.all(children.map(descendants));
  return [...deeper.flat(), ...children];
}

/** Memory of a process and its descendants in MB: proportional (shared pages count once) and resident. */
export async function processMemory(pid: number): Promise<{ pssMb: number; rssMb: number }> {
  return memoryOf([pid, ...(await descendants(pid))]);
}

/** The memory of these processes alone. */
export async function memoryOf(pids: readonly number[]): Promise<{ pssMb: number; rssMb: number }> {
  const texts = await Promise.all(
    pids.map((one) => readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')),
  );
  const sumMb = (field: string): number =>
    Math.round(
      texts.reduce(
        (sum, text) => sum + Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0),
        0,
      ) / 1024,
    );
  return { pssMb: sumMb('Pss'), rssMb: sumMb('Rss') };
}

/** Runs a full garbage collection of this process. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
