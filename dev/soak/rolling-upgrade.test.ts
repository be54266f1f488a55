// A release and the next one, whose schema has one step more, side by side under load.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { type Machines, severalMachines } from '../world/service/several-machines.ts';
import { webhookReceiver } from '../world/service/webhook-receiver.ts';
import { until } from '../world/until.ts';
import { projectRoot } from '../../setup/places.mjs';

const CLIENTS = 4;
/** How long both releases work side by side, and each of them alone. */
const PHASE_MS = 8_000;

let machines: Machines;
let folder: string;

beforeAll(async () => {
  machines = await severalMachines({
    PARLEY_WEBHOOK_ALLOW_PRIVATE: '1',
    PARLEY_RATE_WRITE_PER_MINUTE: '0',
    PARLEY_RATE_READ_PER_MINUTE: '0',
  });
  folder = await nextRelease();
});

afterAll(async () => {
  await machines.stop();
  await rm(folder, { recursive: true });
});

/** A client whose calls go to the machines of `targets` in turn, as a load balancer sends them. */
function balancedClient() {
  const targets = [machines.api.url];
  const refusals: string[] = [];
  let calls = 0;
  const send: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const target = targets[(calls += 1) % targets.length];
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    try {
      const response = await fetch(`${target}${pathname}${search}`, init);
      if (!response.ok)
        refusals.push(
          `${call}: ${response.status} ${new Date().toISOString()} ${target} ${await response.clone().text()}`,
        );
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) refusals.push(`${call}: ${String(error)}`);
      throw error;
    }
  };
  const { url: baseUrl, apiKey } = machines.api;
  return { targets, refusals, client: createClient({ baseUrl, apiKey, fetch: send }) };
}

/** Makes, reads, changes and cancels meetings until it is stopped; the references of those that were cancelled. */
async function work(client: ParleyClient, signal: AbortSignal): Promise<string[]> {
  const done: string[] = [];
  while (!signal.aborted) {
    const { meetingRef } = await client.meetings.create({ title: 'Harbour museum' });
    await client.guestLinks.create(meetingRef);
    await client.meetings.update(meetingRef, { title: 'Harbour museum, second draft' });
    await client.meetings.read(meetingRef);
    await client.meetings.cancel(meetingRef);
    done.push(meetingRef);
  }
  return done;
}

type Told = { type: string; data: { meetingRef: string; meetingState?: string } };

/** Of which meetings these events tell that they were cancelled. */
function cancelledIn(events: readonly Told[]): string[] {
  const cancelled = events.filter(
    ({ type, data }) => type === 'meeting.state_changed' && data.meetingState === 'cancelled',
  );
  return cancelled.map(({ data }) => data.meetingRef).sort();
}

test('during a rolling upgrade no call fails and no event is lost or sent twice', async () => {
  const { targets, refusals, client } = balancedClient();
  const receiver = await webhookReceiver();
  await client.webhooks.create({ url: receiver.url, eventTypes: ['meeting.state_changed'] });
  const over = new AbortController();
  const told: Told[] = [];
  const reading = (async () => {
    for await (const { event } of client.events.stream({ lastEventId: '0', signal: over.signal }))
      told.push(event);
  })();
  const enough = new AbortController();
  const working = Array.from({ length: CLIENTS }, () => work(client, enough.signal));
  await delay(PHASE_MS);
  const next = await machines.start('api,worker', { folder });
  targets.push(`http://127.0.0.1:${next.env['PARLEY_PORT']}`);
  await delay(PHASE_MS);
  targets.shift();
  expect(await machines.api.stop()).toBe(0);
  await delay(PHASE_MS);
  enough.abort();
  const done = (await Promise.all(working)).flat().sort();
  const delivered = () =>
    new Set(cancelledIn(receiver.calls.map(({ body }) => JSON.parse(body) as Told)));
  await until('every event', 30_000, () => cancelledIn(told).length >= done.length);
  await until('every delivery', 90_000, () => delivered().size >= done.length);
  over.abort();
  await reading;
  console.log(`${done.length} meetings`);
  expect(refusals).toEqual([]);
  expect(cancelledIn(told)).toEqual(done);
  expect([...delivered()].sort()).toEqual(done);
});

test('a release that is older than the schema ends and says which one to start', async () => {
  const old = await machines.launch('api,worker');
  await until('its end', 30_000, () => old.exitCode() !== null);
  expect(old.exitCode()).not.toBe(0);
  expect(old.output()).toContain('this database was used by a newer Parley: start that version');
});

const PARTS = ['src', 'contract', 'clients', 'docs', 'setup', 'package.json', 'CHANGELOG.md'];
const STEP = `import { sql } from 'kysely';
export async function up(db) {
  await sql\`alter table meeting add column next_release text\`.execute(db);
  await sql\`create table next_release (ref text primary key)\`.execute(db);
}
`;

/** Copies this checkout and adds a migration to it. Returns the folder. */
async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-next-'));
  const root = projectRoot();
  for (const part of PARTS)
    await cp(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith('/node_modules'),
    });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'src/store/migrations/9999-next-release.ts'), STEP);
  const store = join(folder, 'src/store/open-store.ts');
  const text = await readFile(store, 'utf8');
  const changed = text.replace(
    /^export const migrations = \{([^}]*)\};/m,
    "import * as next from './migrations/9999-next-release.ts';\n" +
      "export const migrations = {$1 '9999-next-release': next };",
  );
  if (changed === text) throw new Error('the migrations are not where this looks for them');
  await writeFile(store, changed);
  return folder;
}
