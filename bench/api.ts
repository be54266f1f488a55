// How much the API adds to the unavoidable cost of its SQL and HTTP, and what a waiting client costs.
// Prints tables in Markdown.
import { freePorts } from '../dev/world/free-ports.ts';
import type { Parley } from '../dev/world/service/start-parley.ts';
import { openStore } from '../src/store/open-store.ts';
import { ask, startChild } from './api/ask-child.ts';
import { type Held, holdMany } from './api/hold-many.ts';
import {
  type Inspector,
  inspectProcess,
  profileDuring,
  type Share,
} from './api/inspect-process.ts';
import { type Compared, type Race, race } from './api/race.ts';
import { OPERATIONS, type OperationName } from './api/requests.ts';
import { openServers, type Servers, withMeetings } from './api/servers.ts';
import { type KeyTiming, timeWrongKeys } from './api/wrong-keys.ts';

const RATIO_AIMS: Partial<Record<OperationName, number>> = {
  'create a meeting': 0.6,
  'create a guest link': 0.6,
  'read a meeting': 0.55,
  'read a meeting, 304': 0.6,
};
const PROFILE_SECONDS = 3;

export async function benchApi(): Promise<object[]> {
  const servers = await openServers();
  try {
    const held = await heldReads(servers);
    const { races, profiles, keys } = await speed(servers);
    console.log(
      [raceTable(races), heldTable(held), keyTable(keys), ...profiles.map(profileList)].join(
        '\n\n',
      ),
    );
    return [...races, held, ...keys, ...profiles];
  } finally {
    await servers.stop();
  }
}

/** In a fresh process, so that its memory use is not affected by earlier work. */
async function heldReads(servers: Servers): Promise<Held> {
  const { service, databaseUrl, inspect } = await startInspectable(servers, 'held');
  const inspector = await inspect();
  const db = openStore(databaseUrl);
  const held = await holdMany({ ...service, db, inspector });
  await db.destroy();
  inspector.close();
  // Frees its connections for the next one.
  await service.stop();
  return held;
}

type Profiled = { operation: OperationName; parts: Share[]; functions: Share[] };

async function speed(
  servers: Servers,
): Promise<{ races: Race[]; profiles: Profiled[]; keys: KeyTiming[] }> {
  const { service, databaseUrl, inspect } = await startInspectable(servers, 'speed');
  const target = await withMeetings(service);
  const runners = {
    service: target,
    floor: await withMeetings(await servers.startFloor('floor')),
    repeating: await withMeetings(await servers.startFloor('repeating-floor')),
  };
  const db = openStore(databaseUrl);
  const load = startChild('load.ts');
  const [races, profiles]: [Race[], Profiled[]] = [[], []];
  for (const operation of OPERATIONS) races.push(await race(load, operation, runners));
  const inspector = await inspect();
  for (const operation of OPERATIONS) {
    const order = { ...target, operation, seconds: PROFILE_SECONDS, connections: 16 };
    profiles.push({ operation, ...(await profileDuring(inspector, () => ask(load, order))) });
  }
  const keys = await timeWrongKeys({ ...target, db });
  load.kill();
  await db.destroy();
  inspector.close();
  return { races, profiles, keys };
}

type Inspectable = { service: Parley; databaseUrl: string; inspect: () => Promise<Inspector> };

async function startInspectable(servers: Servers, name: string): Promise<Inspectable> {
  const [port = 0] = await freePorts(1);
  const { service, databaseUrl } = await servers.startService(name, {
    NODE_OPTIONS: `--inspect-port=${port}`,
  });
  return { service, databaseUrl, inspect: () => inspectProcess(service.pid, port) };
}

function raceTable(races: readonly Race[]): string {
  const rows = races.map(({ operation, service, floor, repeating }) => [
    operation,
    `${service.perSecond.toFixed(0)} / ${floor.perSecond.toFixed(0)} / ${repeating.perSecond.toFixed(0)}`,
    ratioCell(floor),
    RATIO_AIMS[operation]?.toFixed(2) ?? '',
    ratioCell(repeating),
    `${service.cpuUs.toFixed(0)} / ${floor.cpuUs.toFixed(0)} = ${(service.cpuUs / floor.cpuUs).toFixed(2)}`,
    `${service.p50Ms.toFixed(1)} / ${floor.p50Ms.toFixed(1)} = ${(service.p50Ms / floor.p50Ms).toFixed(2)}`,
    `${service.p99Ms.toFixed(1)} / ${floor.p99Ms.toFixed(1)} = ${(service.p99Ms / floor.p99Ms).toFixed(2)}`,
  ]);
  return table(
    [
      'operation',
      'calls a second, service / floor / repeating floor',
      'ratio to the floor',
      'aim',
      'ratio to the repeating floor',
      'ms of a core for 1,000 calls',
      'p50 ms',
      'p99 ms (aim: 2 at most)',
    ],
    rows,
  );
}

function ratioCell({ ratio, ratios }: Compared): string {
  return `${ratio.toFixed(2)} (rounds: ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

function heldTable({ waiters, pssKbEach, heapKbEach, firstMs, medianMs, lastMs }: Held): string {
  return table(
    [`${waiters} held reads`, 'value', 'aim'],
    [
      [
        'memory of the service a waiter, PSS after a collection',
        `${pssKbEach.toFixed(1)} KB`,
        '20 KB',
      ],
      ['the same, heap and buffers alone', `${heapKbEach.toFixed(1)} KB`, ''],
      [
        'change to answers: first, middle, last',
        `${firstMs.toFixed(0)}, ${medianMs.toFixed(0)}, ${lastMs.toFixed(0)} ms`,
        '',
      ],
    ],
  );
}

function keyTable(keys: readonly KeyTiming[]): string {
  const rows = keys.map(({ kind, medianUs, quartilesUs }) => [
    kind,
    medianUs.toFixed(0),
    quartilesUs.map((us) => us.toFixed(0)).join(' to '),
  ]);
  return table(['wrong key', 'median µs to its 401', 'half of them between'], rows);
}

function profileList({ operation, parts, functions }: Profiled): string {
  const line = (shares: readonly Share[]): string =>
    shares
      .filter(({ percent }) => percent >= 1)
      .map(({ part, percent }) => `${part} ${percent.toFixed(0)} %`)
      .join(', ');
  return `${operation}, the service's time: ${line(parts)}\n\nby function: ${line(functions)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
