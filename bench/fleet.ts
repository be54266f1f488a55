// Thousands of meetings through their whole life, on one, two and four api processes with one worker and one PostgreSQL
// that contains past meetings. The media server is simulated. Prints a table in Markdown. `npm run bench -- --help`
// lists the options. With `--hours` time leaps, and the memory of each process is measured.
import { until } from '../dev/world/until.ts';
import { Balancer } from './fleet/balancer.ts';
import { faultsOfLives, live, sent, type Stay, type World } from './fleet/live.ts';
import { liveADay } from './fleet/day.ts';
import { install, type Installation } from './fleet/installation.ts';
import { growthRows, latencyRow, measure } from './fleet/measure-fleet.ts';
import { MediaServer } from './fleet/media-server.ts';
import { LAST_EVENT, Told } from './fleet/told.ts';
import { asColumns, asLines, type Row } from './row.ts';

type Option = 'meetings' | 'stored' | 'apis' | 'hours' | 'minutes';
export type FleetOptions = Partial<Record<Option, string>>;
type Fleet = { world: World; installation: Installation; lived: number };
type Crowd = { meetings: number; ms: number };
type Part = Crowd & { apis: number; hours: number };

const LIVES_AT_ONCE = 32;
/** Of the meetings of a part, before it is measured: new processes compile first. */
const WARM_UP = 0.1;
const TOLD_WITHIN_MS = 60_000;
const MAX_SHOWN = 20;

export async function benchFleet(_: readonly string[], options: FleetOptions): Promise<Row[]> {
  const { meetings = 10_000, stored = 300_000, minutes = 8, hours = 0 } = options;
  const parts = (options.apis ?? (hours ? '1' : '1,2,4,1')).split(',').map(Number);
  const fleet = await openFleet(Number(stored), Number(hours));
  try {
    const rows: Row[] = [];
    for (const apis of parts) {
      const each = Math.floor(Number(meetings) / parts.length);
      const ms = (Number(minutes) * 60_000) / parts.length;
      rows.push(await runPart(fleet, { apis, meetings: each, ms, hours: Number(hours) }));
      console.log(`apis ${apis}: ${rows.at(-1)?.['meetings a second']} meetings a second`);
    }
    console.log(`\n${asColumns(withRatios(rows))}\n`);
    const faults = await faultsOfLives({ db: fleet.installation.db, ...fleet.world }, fleet.lived);
    console.log(`Faults in ${fleet.lived} meetings: ${faults.length}`);
    for (const fault of faults.slice(0, MAX_SHOWN)) console.log(fault);
    if (faults.length > 0) process.exitCode = 1;
    return [...withRatios(rows), { 'meetings checked': fleet.lived, faults: faults.length }];
  } finally {
    await fleet.installation.stop();
  }
}

async function openFleet(stored: number, hours: number): Promise<Fleet> {
  const world: World = { balancer: new Balancer([]), media: new MediaServer(), told: new Told() };
  world.media.post = (body, authorization) => {
    const headers = { authorization, 'content-type': 'application/webhook+json' };
    const request = { method: 'POST', path: '/media/events', headers, body, status: 200 } as const;
    return world.balancer.call('media event', request);
  };
  const installation = await install(await world.media.listen(), stored, hours);
  world.balancer = new Balancer(installation.urls());
  const webhook = { url: await world.told.listen(), eventTypes: [LAST_EVENT] };
  for (const { apiKey } of installation.tenants) {
    const request = { method: 'POST', path: '/v1/webhooks', status: 201 } as const;
    await world.balancer.call('create webhook', { ...request, ...sent(apiKey, webhook) });
  }
  return { world, installation, lived: 0 };
}

async function runPart(fleet: Fleet, part: Part): Promise<Row> {
  const { world, installation } = fleet;
  await installation.haveApis(part.apis);
  const urls = installation.urls();
  world.balancer = new Balancer(urls);
  const unfollow = world.told.follow(installation.tenants, urls);
  const warmUp = Math.ceil(part.meetings * WARM_UP);
  await inTurn(fleet, { meetings: warmUp, ms: part.ms * WARM_UP });
  world.balancer.latenciesMs.clear();
  const measured = { ...part, meetings: part.meetings - warmUp, ms: part.ms * (1 - WARM_UP) };
  const run = part.hours > 0 ? overHours : inTurn;
  const row = await measure(installation, () => run(fleet, measured));
  await until('every media event', TOLD_WITHIN_MS, () => world.media.undelivered === 0);
  await unfollow();
  const { retries, latenciesMs } = world.balancer;
  const [apis, ratio] = [part.apis, { 'ratio to one api': '' }];
  return {
    apis,
    ...ratio,
    ...row,
    'calls repeated after 503': retries,
    ...latencyRow(latenciesMs),
  };
}

/** Runs lives as fast as possible, until there were so many or the time is over. Returns their number. */
async function inTurn(fleet: Fleet, { meetings, ms }: Crowd): Promise<number> {
  const overAt = performance.now() + ms;
  let begun = 0;
  const run = async (): Promise<void> => {
    while (begun < meetings && performance.now() < overAt) {
      begun += 1;
      await liveOnce(fleet, () => Promise.resolve());
    }
  };
  await Promise.all(Array.from({ length: LIVES_AT_ONCE }, run));
  return begun;
}

/** How many there were. */
async function overHours(fleet: Fleet, part: Part): Promise<number> {
  console.log(`\nKB in use, after ${fleet.lived} lives before:`);
  const { lives, memory } = await liveADay(fleet, part, (stay) => liveOnce(fleet, stay));
  console.log(`\n${asLines(growthRows(memory))}\n`);
  return lives;
}

async function liveOnce(fleet: Fleet, stay: Stay): Promise<void> {
  const { tenants } = fleet.installation;
  const n = fleet.lived++;
  const apiKey = tenants[n % tenants.length]?.apiKey ?? '';
  // So that each tenant has both.
  const endedBy = Math.floor(n / tenants.length) % 2 === 0 ? 'guests' : 'owner';
  const life = live(fleet.world, { apiKey, stay, endedBy });
  await life.catch((error: unknown) => void fleet.world.told.faults.push(String(error)));
}

/** Relative to the mean of the parts with one api, such as the first and last: the machine may change meanwhile. */
function withRatios(rows: readonly Row[]): Row[] {
  const speed = (row: Row): number => Number(row['meetings a second']);
  const alone = rows.filter(({ apis }) => apis === 1);
  const one = alone.reduce((sum, row) => sum + speed(row), 0) / alone.length;
  if (alone.length === 0) return [...rows];
  return rows.map((row) => ({ ...row, 'ratio to one api': (speed(row) / one).toFixed(2) }));
}
