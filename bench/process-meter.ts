import type { Parley } from '../dev/world/service/start-parley.ts';
import { pidsOf } from '../dev/world/speech/voices.ts';
import { round } from './row.ts';
import { readFile } from 'node:fs/promises';

const SERVICE = 'service cores';
/** Other processes of the product, by a part of their command line. */
const PROCESSES = {
  'scribe cores': 'app/scribe-main',
  'recognizer cores': 'recognizer-process',
  'media server cores': 'livekit-server',
  'database cores': 'postgres',
};
export const PARTS = [SERVICE, ...Object.keys(PROCESSES)];

/** The cores used by each part of the product and by the talkers: this process and `talkers`. */
export async function startMeter(
  parley: Parley,
  talkers: readonly number[],
): Promise<{ stop(): Promise<Record<string, number>>; seconds(): number }> {
  const parts = await Promise.all(
    [[SERVICE, ''] as const, ...Object.entries(PROCESSES)].map(async ([name, part]) => {
      // PostgreSQL has a process for each connection, and some end meanwhile.
      const ended = part === 'postgres';
      const used = async (): Promise<number> =>
        cpuSeconds(part === '' ? [parley.pid] : await pidsOf(parley, part), { ended });
      // A process that starts later is counted from its start.
      return { name, used, before: await used() };
    }),
  );
  const own = process.cpuUsage();
  const talkersBefore = await cpuSeconds(talkers);
  const startedAt = performance.now();
  let seconds = 0;
  return {
    seconds: () => seconds,
    stop: async () => {
      seconds = (performance.now() - startedAt) / 1000;
      const { user, system } = process.cpuUsage(own);
      const used = await Promise.all(
        parts.map(async (one) => [one.name, round(((await one.used()) - one.before) / seconds)]),
      );
      const talked = (user + system) / 1e6 + (await cpuSeconds(talkers)) - talkersBefore;
      return {
        ...Object.fromEntries(used),
        'cores of the talkers themselves': round(talked / seconds),
      };
    },
  };
}

const TICKS_A_SECOND = 100;

/** User and system time of processes so far, by /proc/PID/stat, and with `ended` of their children that have ended. */
export async function cpuSeconds(pids: readonly number[], { ended = false } = {}): Promise<number> {
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  const ticks = stats.map((text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, ended ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND;
}
