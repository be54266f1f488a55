// Meetings by the thousand through their whole life, against one, two and four api processes with one worker and one
// PostgreSQL that holds the meetings of a past. The media server is played. Prints a table in Markdown.
// `--meetings 10000 --stored 300000 --apis 1,2,4,1`, for `--minutes 8` at most; with `--hours 24` they come as in a
// working day that lasts these minutes.
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../dev/world/until.ts';
import { Balancer } from './fleet/balancer.ts';
import { faultsOfLives } from './fleet/check-lives.ts';
import { install, type Installation } from './fleet/installation.ts';
import { live, sent, type World } from './fleet/live.ts';
import { latencyRow, measure } from './fleet/measure.ts';
import { MediaServer } from './fleet/media-server.ts';
import { LAST_EVENT, Told } from './fleet/told.ts';
import { asColumns, type Row } from './row.ts';

type Option = 'meetings' | 'stored' | 'apis' | 'hours' | 'minutes';
export type FleetOptions = Partial<Record<Option, string>>;
type Fleet = { world: World; installation: Installation; lived: number };
type Crowd = { meetings: number; ms: number };
type Part = Crowd & { apis: number; hours: number };

const LIVES_AT_ONCE = 32;
/** Of the meetings of a part, before it is measured: new processes compile first. */
const WARM_UP = 0.1;
/** Meetings that begin in each hour of a working day, in proportion. */
const HOURLY = [1, 1, 1, 1, 1, 2, 4, 8, 14, 16, 15, 12, 9, 13, 15, 14, 11, 7, 4, 3, 2, 2, 1, 1];
const MEETING_HOURS = 0.5;
const TOLD_WITHIN_MS = 60_000;
const MAX_SHOWN = 20;

export async function benchFleet(_: readonly string[], options: FleetOptions): Promise<Row[]> {
  const { meetings = 10_000, stored = 300_000, minutes = 8, hours = 0 } = options;
  const parts = (options.apis ?? (hours ? '4' : '1,2,4,1')).split(',').map(Number);
  const fleet = await openFleet(Number(stored));
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
    return [...withRatios(rows), { 'meetings checked': fleet.lived, faults: faults.length }];
  } finally {
    await fleet.installation.stop();
  }
}

async function openFleet(stored: number): Promise<Fleet> {
  const world: World = { balancer: new Balancer([]), media: new MediaServer(), told: new Told() };
  world.media.post = (body, authorization) => {
    const headers = { authorization, 'content-type': 'application/webhook+json' };
    const request = { method: 'POST', path: '/media/events', headers, body, status: 200 } as const;
    return world.balancer.call('media event', request);
  };
  const installation = await install(await world.media.listen(), stored);
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
  const run = part.hours > 0 ? overTheDay : inTurn;
  const row = await measure(installation, () => run(fleet, measured));
  await until('every media event', TOLD_WITHIN_MS, () => world.media.untold === 0);
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

/** As fast as they go, until there were so many or the time is over; how many it were. */
async function inTurn(fleet: Fleet, { meetings, ms }: Crowd): Promise<number> {
  const overAt = performance.now() + ms;
  let begun = 0;
  const run = async (): Promise<void> => {
    while (begun < meetings && performance.now() < overAt) {
      begun += 1;
      await liveOnce(fleet, 0);
    }
  };
  await Promise.all(Array.from({ length: LIVES_AT_ONCE }, run));
  return begun;
}

/** As they come in the hours of a day, which take `ms`; how many it were. */
async function overTheDay(fleet: Fleet, { meetings, ms, hours }: Part): Promise<number> {
  const hourMs = ms / hours;
  const weights = Array.from({ length: hours }, (_, hour) => HOURLY[hour % HOURLY.length] ?? 0);
  const inAll = weights.reduce((sum, weight) => sum + weight, 0);
  const started = performance.now();
  const lives: Promise<void>[] = [];
  for (const [hour, weight] of weights.entries()) {
    const inHour = Math.round((meetings * weight) / inAll);
    for (let n = 0; n < inHour; n++) {
      const dueMs = started + (hour + n / inHour) * hourMs - performance.now();
      if (dueMs > 1) await delay(dueMs);
      lives.push(liveOnce(fleet, MEETING_HOURS * hourMs));
    }
  }
  await Promise.all(lives);
  return lives.length;
}

async function liveOnce(fleet: Fleet, stayMs: number): Promise<void> {
  const { tenants } = fleet.installation;
  const n = fleet.lived++;
  const apiKey = tenants[n % tenants.length]?.apiKey ?? '';
  // So that each tenant has both.
  const endedBy = Math.floor(n / tenants.length) % 2 === 0 ? 'guests' : 'owner';
  const life = live(fleet.world, { apiKey, stayMs, endedBy });
  await life.catch((error: unknown) => void fleet.world.told.faults.push(String(error)));
}

/** To the mean of the parts with one api, such as the first and the last: the machine may have changed meanwhile. */
function withRatios(rows: readonly Row[]): Row[] {
  const speed = (row: Row): number => Number(row['meetings a second']);
  const alone = rows.filter(({ apis }) => apis === 1);
  const one = alone.reduce((sum, row) => sum + speed(row), 0) / alone.length;
  if (alone.length === 0) return [...rows];
  return rows.map((row) => ({ ...row, 'ratio to one api': (speed(row) / one).toFixed(2) }));
}
