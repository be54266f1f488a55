import { setTimeout as delay } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { MAX_HELD_READS } from '../../src/server/rates/rate-limits.ts';
import type { Db } from '../../src/store/schema.ts';
import { ask, startChild } from './ask-child.ts';
import { newKeys } from './new-keys.ts';
import { collectGarbage, type Inspector } from './inspect-process.ts';
import type { Target } from './requests.ts';
import type { WaitersOrder, Woken } from './waiters.ts';

export type Held = Woken & { waiters: number; pssKbEach: number; heapKbEach: number };

const WAITERS = 2_000;
// Time for all of them to be accepted, which cannot be observed from outside.
const SETTLE_MS = 6_000;
const WARM_UP_SECONDS = 4;

/** The cost of held reads for the service process, and how long it takes to answer them all after one change. */
export async function holdMany(service: {
  url: string;
  pid: number;
  apiKey: string;
  db: Db;
  inspector: Inspector;
}): Promise<Held> {
  const apiKeys = await newKeys(
    service.db,
    Array<string>(WAITERS / MAX_HELD_READS).fill('default'),
  );
  const { meetingRef, etag } = await newMeeting(service);
  // Uses each key once, so that cached keys are not counted; then load, so that code and heap are those
  // of a process in use.
  for (const key of apiKeys)
    await fetch(`${service.url}/v1/meetings/${meetingRef}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  await useForAWhile({ ...service, meetingRefs: [meetingRef] });
  const clients = startChild('waiters.ts');
  try {
    const before = await memoryOf(service);
    const order: WaitersOrder = {
      port: Number(new URL(service.url).port),
      apiKeys,
      each: MAX_HELD_READS,
      meetingRef,
      etag,
    };
    await ask(clients, { kind: 'wait', ...order });
    await delay(SETTLE_MS);
    const during = await memoryOf(service);
    const woken = await ask<Woken>(clients, {
      kind: 'change',
      url: `${service.url}/v1/meetings/${meetingRef}`,
      apiKey: service.apiKey,
    });
    const each = (what: 'pssKb' | 'heapKb') => (during[what] - before[what]) / WAITERS;
    return { ...woken, waiters: WAITERS, pssKbEach: each('pssKb'), heapKbEach: each('heapKb') };
  } finally {
    clients.kill();
  }
}

async function useForAWhile(target: Target): Promise<void> {
  const load = startChild('load.ts');
  const { url, apiKey, meetingRefs } = target;
  await ask(load, {
    url,
    apiKey,
    meetingRefs,
    operation: 'read a meeting',
    seconds: WARM_UP_SECONDS,
    connections: 16,
  });
  load.kill();
}

async function newMeeting({
  url,
  apiKey,
}: {
  url: string;
  apiKey: string;
}): Promise<{ meetingRef: string; etag: string }> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': 'held',
  };
  const reply = await fetch(`${url}/v1/meetings`, {
    method: 'POST',
    headers,
    body: '{"title":"Watched by many"}',
  });
  const { meetingRef } = (await reply.json()) as { meetingRef: string };
  return { meetingRef, etag: reply.headers.get('etag') ?? '' };
}

/** After a garbage collection: pages of this process (shared ones in proportion), and the memory of V8 and buffers. */
async function memoryOf({
  pid,
  inspector,
}: {
  pid: number;
  inspector: Inspector;
}): Promise<{ pssKb: number; heapKb: number }> {
  await collectGarbage(inspector);
  const { result } = await inspector.call<{ result: { value: string } }>('Runtime.evaluate', {
    expression: 'JSON.stringify(process.memoryUsage())',
  });
  const { heapUsed, external } = JSON.parse(result.value) as NodeJS.MemoryUsage;
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return {
    pssKb: Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]),
    heapKb: (heapUsed + external) / 1024,
  };
}
