import type { Settings } from '../config/read-settings.ts';
import type { HealthBody } from '../health.ts';
import { fault, fine, type Finding } from './finding.ts';

const ANSWERS_WITHIN_MS = 5_000;
const WELL = new Set(['ok', 'off', 'starting']);

/** What a running service finds wrong itself. Nothing while it starts, before it listens on its ops port. */
export async function checkHealth({ ops }: Settings, isRunning: boolean): Promise<Finding[]> {
  if (!isRunning || ops.port === 0) return [];
  const host = ops.host.includes(':') ? `[${ops.host}]` : ops.host;
  const components = await componentsAt(`http://${host}:${ops.port}/health/ready`);
  if (components === null) return [];
  const faults = Object.entries(components)
    .filter(([, { status }]) => !WELL.has(status))
    .map(([name, { status, detail }]) =>
      fault('health', `${name} is ${status}`, detail ?? 'Look at the log of the service.'),
    );
  return faults.length > 0 ? faults : [fine('health', 'the running service finds nothing wrong')];
}

async function componentsAt(url: string): Promise<HealthBody['components'] | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    const body = (await response.json()) as Partial<HealthBody> | null;
    return body?.components ?? null;
  } catch {
    return null;
  }
}
