export type ComponentName = 'database' | 'media' | 'speech' | 'summary' | 'tasks';
export type Health = {
  status: 'ok' | 'degraded' | 'unavailable';
  version: string;
  components: Record<
    ComponentName,
    {
      status: 'ok' | 'starting' | 'degraded' | 'unavailable' | 'off';
      detail?: string;
      engine?: string;
    }
  >;
};

/** The answer of `/health/ready`; with status 503 it has the same form. */
export async function readHealth(signal: AbortSignal): Promise<Health> {
  const response = await fetch('/health/ready', {
    signal,
    headers: { accept: 'application/json' },
  });
  const health: Partial<Health> = await response.json();
  if (health.components === undefined) throw new Error('The answer is not from the service');
  return health as Health;
}
