// `node dev/proof/chaos.ts`, after `node setup/run.mjs soak`: two machines of each role behind a load balancer, one
// PostgreSQL, one LiveKit, one bucket. In each case somebody speaks, a part of it is lost mid-word, and a table tells
// how long no meeting could be created, what became of the words, and when transcript and summary came. The same with
// PARLEY_SCRIBE_STANDBY=on in its environment.
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { caseRow } from '../soak/case-row.ts';
import { freePorts } from '../world/free-ports.ts';
import { objectStore } from '../world/service/object-store.ts';
import { severalMachines } from '../world/service/several-machines.ts';
import type { Launched, Parley } from '../world/service/start-parley.ts';
import { PLAN, saidBy, timesSaid } from '../world/speech/sentences.ts';
import { pidsOf, voiceMeeting } from '../world/speech/voices.ts';
import { until } from '../world/until.ts';

const PROBE_EVERY_MS = 100;
const STORE_AWAY_MS = 60_000;

/** Passes connections on in turn, to the next one where a machine does not take it. */
async function balancer(port: number, targets: readonly { port: number }[]): Promise<Server> {
  let turn = 0;
  const server = createServer((client) => {
    const attempt = (left: number): void => {
      const target = targets[(turn += 1) % targets.length];
      const machine = connect(target?.port ?? 0, '127.0.0.1');
      machine.once('error', () => (left > 1 ? attempt(left - 1) : client.destroy()));
      machine.once('connect', () => {
        client.pipe(machine).pipe(client);
        machine.on('error', () => client.destroy());
        machine.on('close', () => client.destroy());
      });
      client.on('error', () => machine.destroy());
      client.on('close', () => machine.destroy());
    };
    attempt(targets.length);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Creates meetings all the time; the longest time that none could be created, in ms. */
function probe(url: string, apiKey: string) {
  const over = new AbortController();
  let [last, longest] = [performance.now(), 0];
  const working = (async () => {
    while (!over.signal.aborted) {
      const client = createClient({ baseUrl: url, apiKey, maxRetries: 0 });
      const made = await client.meetings
        .create({ title: 'Probe' }, { signal: AbortSignal.timeout(2_000) })
        .catch(() => null);
      const now = performance.now();
      longest = Math.max(longest, now - last);
      if (made) last = now;
      await delay(PROBE_EVERY_MS);
    }
  })();
  return async () => {
    over.abort();
    await working;
    return Math.max(0, longest - PROBE_EVERY_MS);
  };
}

type Cluster = { parley: Parley; workers: Launched[]; scribes: Launched[] };
type Case = { name: string; strike(cluster: Cluster, meetingRef: string): Promise<void> };

async function lose(machine: Launched | Parley | undefined): Promise<void> {
  await machine?.killTree();
  if (machine) await rm(machine.dataDir, { recursive: true });
}

async function killOurs(part: string): Promise<void> {
  const [pid] = await pidsOf({ pid: process.pid }, part);
  if (pid === undefined) throw new Error(`no process of ${part}`);
  process.kill(pid, 'SIGKILL');
}

/** The scribe that is in the room of this meeting. */
function attending({ scribes }: Cluster, meetingRef: string): Launched | undefined {
  const said = (line: string): boolean =>
    line.includes('the scribe is in the room') && line.includes(meetingRef);
  return scribes.find((scribe) => scribe.output().split('\n').some(said));
}

async function inOneCase(cluster: Cluster, { name, strike }: Case): Promise<void> {
  const { parley } = cluster;
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const meeting = await voiceMeeting(parley);
  const ana = await meeting.enter('Ana');
  const stopProbing = probe(parley.url, parley.apiKey);
  const speaking = ana.speak('plan').catch(() => 0);
  await until('two captions', 30_000, () => ana.captions.length >= 2);
  await strike(cluster, meeting.meetingRef);
  await speaking;
  const awayMs = await stopProbing();
  const endedAt = performance.now();
  const seconds = () => ((performance.now() - endedAt) / 1000).toFixed(1);
  const transcript = await meeting.end(120_000);
  const transcriptAfter = seconds();
  await until('the summary', 180_000, async () => {
    const { status } = await client.summaries.read(meeting.meetingRef);
    return status === 'available';
  });
  console.log(
    JSON.stringify({
      ...caseRow(parley, name, transcript, timesSaid(saidBy(transcript), PLAN)),
      'no meeting for s': (awayMs / 1000).toFixed(1),
      'transcript after s': transcriptAfter,
      'summary after s': seconds(),
    }),
  );
  await ana.leave();
}

const objects = await objectStore();
const [publicPort = 0] = await freePorts(1);
const machines = await severalMachines(
  {
    ...objects.variables,
    PARLEY_SPOOL: `s3://${objects.bucket}`,
    PARLEY_EMPTY_ROOM_SECONDS: '60',
    PARLEY_RATE_WRITE_PER_MINUTE: '0',
  },
  { publicPort, role: 'api' },
);
const launched: Launched[] = [];
const start = async (role: string): Promise<Launched> => {
  const machine = await machines.start(role);
  launched.push(machine);
  return machine;
};
const secondApi = await start('api');
const workers = [await start('worker'), await start('worker')];
const scribes = [await start('scribe'), await start('scribe')];
const balanced = await balancer(
  publicPort,
  [machines.api, secondApi].map(({ env }) => ({ port: Number(env['PARLEY_PORT']) })),
);
const parley: Parley = {
  ...machines.api,
  url: `http://127.0.0.1:${publicPort}`,
  output: () => launched.map((machine) => machine.output()).join(''),
};
const cases: Case[] = [
  { name: 'nothing', strike: async () => {} },
  {
    name: 'the scribe that attends is lost with its disk',
    strike: async (cluster, meetingRef) => {
      const scribe = attending(cluster, meetingRef);
      await lose(scribe);
      cluster.scribes = cluster.scribes.filter((other) => other !== scribe);
    },
  },
  {
    name: 'the process that attends is killed',
    strike: async (cluster, meetingRef) => {
      const machine = attending(cluster, meetingRef);
      for (const pid of machine ? await pidsOf(machine, 'app/scribe-main') : [])
        process.kill(pid, 'SIGKILL');
    },
  },
  {
    name: 'a worker is lost',
    strike: (cluster) => lose(cluster.workers.shift()),
  },
  {
    name: 'object storage gives no answer for a minute',
    strike: async () => {
      objects.pause();
      await delay(STORE_AWAY_MS);
      objects.resume();
    },
  },
  { name: 'PostgreSQL is killed and comes back', strike: () => killOurs('postgres') },
  { name: 'the media server is killed and comes back', strike: () => killOurs('livekit-server') },
  { name: 'an api is lost', strike: () => lose(machines.api) },
];
try {
  const cluster = { parley, workers, scribes };
  const wanted = process.argv[2];
  for (const each of cases.filter(({ name }) => !wanted || name.includes(wanted))) {
    await inOneCase(cluster, each);
    if (cluster.workers.length < 2) cluster.workers.push(await start('worker'));
    if (cluster.scribes.length < 2) cluster.scribes.push(await start('scribe'));
  }
} finally {
  balanced.close();
  await machines.stop();
  await objects.stop();
}
process.exit(0);
