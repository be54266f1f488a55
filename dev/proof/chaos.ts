// `node dev/proof/chaos.ts [part of a case's name]`, as root, after `node setup/run.mjs soak`, with `redis-server` and
// `faketime` installed: two machines of each role behind a load balancer, PostgreSQL with a replica, two nodes of
// LiveKit with Redis, a bucket. In each case someone speaks, a component is lost mid-word, and a table shows how long
// no meeting could be created, what became of the words, when transcript and summary came, and which of the invariants
// I1 to I10 are broken. It exits with 1 if any is. The same with PARLEY_SCRIBE_STANDBY=on around it.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { caseRow } from '../soak/case-row.ts';
import { freePorts } from '../world/free-ports.ts';
import type { Order } from '../world/media/attending-guest.ts';
import { objectStore } from '../world/service/object-store.ts';
import { severalMachines } from '../world/service/several-machines.ts';
import type { Launched, Parley } from '../world/service/start-parley.ts';
import { PLAN, saidBy, timesSaid } from '../world/speech/sentences.ts';
import { captionCount, mediaUrlOf, voiceMeeting } from '../world/speech/voices.ts';
import { balancer } from './chaos/balancer.ts';
import { brokenInvariant } from './chaos/check-invariants.ts';
import { type Case, CASES, type Cluster, DISK_MB } from './chaos/cases.ts';
import { type MediaCluster, mediaCluster } from './chaos/media-cluster.ts';
import { probe } from './chaos/probe.ts';
import { type ReplicatedDatabase, replicatedDatabase } from './chaos/replicated-database.ts';

const FAKE_TIME = fakeTime();

/** The loader only warns about a missing library, and then the clock case would test nothing. */
function fakeTime(): string {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const path = `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`;
  if (!existsSync(path)) throw new Error(`${path} is missing: install faketime`);
  return path;
}

async function inOneCase(parley: Parley, cluster: Cluster, { name, strike }: Case): Promise<void> {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const meeting = await voiceMeeting(parley);
  const ana = await meeting.enter('Ana');
  const stopProbing = probe(parley.url, parley.apiKey);
  const speaking = ana.speak('plan').catch(() => 0);
  await captionCount(ana, 2);
  await strike(cluster, meeting.meetingRef);
  await speaking;
  const { awayMs, created } = await stopProbing();
  const endedAt = performance.now();
  const seconds = () => ((performance.now() - endedAt) / 1000).toFixed(1);
  const transcript = await meeting.end();
  const transcriptAfter = seconds();
  await client.summaries.waitFor(meeting.meetingRef);
  const summaryAfter = seconds();
  const broken = await brokenInvariant(cluster.database.url, { ...meeting, created });
  if (broken !== null) process.exitCode = 1;
  console.log(
    JSON.stringify({
      ...caseRow(parley, name, transcript, timesSaid(saidBy(transcript), PLAN)),
      'no meeting for s': (awayMs / 1000).toFixed(1),
      'transcript after s': transcriptAfter,
      'summary after s': summaryAfter,
      'meetings created': created.length,
      'broken invariant': broken,
    }),
  );
  await ana.leave().catch(() => {});
}

const wanted = process.argv[2] ?? '';
const cases = CASES.filter(({ name }) => name.includes(wanted));
if (cases.length === 0)
  throw new Error(`No case is named so; there are:\n${CASES.map(({ name }) => name).join('\n')}`);

const disks: string[] = [];

/** A disk that can be filled without affecting others. */
async function ownDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700`, 'tmpfs', folder]);
  disks.push(folder);
  return join(folder, 'data');
}

/** The variables of a process whose clock is off; what measures durations is not. */
const clockOff = (seconds: number): Record<string, string> => ({
  LD_PRELOAD: FAKE_TIME,
  FAKETIME: `+${seconds}s`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  DONT_FAKE_MONOTONIC: '1',
});

/** Joins in a process of its own, beside the load balancer. */
async function enter(meetingRef: string): Promise<{ participantRef: string; kill(): void }> {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const token = await client.mediaTokens.create(meetingRef, { displayName: 'Ben' });
  const guest = fork(new URL('../world/media/attending-guest.ts', import.meta.url));
  guest.send({ url: mediaUrlOf(parley), token: token.mediaToken } satisfies Order);
  await once(guest, 'message');
  return { participantRef: token.participantRef, kill: () => guest.kill('SIGKILL') };
}

const objects = await objectStore();
const [publicPort = 0] = await freePorts(1);
const opened: { media?: MediaCluster; database?: ReplicatedDatabase } = {};
const machines = await severalMachines(
  {
    ...objects.variables,
    PARLEY_SPOOL: `s3://${objects.bucket}`,
    PARLEY_EMPTY_ROOM_SECONDS: '60',
    PARLEY_RATE_WRITE_PER_MINUTE: '0',
  },
  {
    publicPort,
    role: 'api',
    database: async (dataDir) => (opened.database = await replicatedDatabase(dataDir)),
    media: async (dataDir, webhookUrl) => (opened.media = await mediaCluster(dataDir, webhookUrl)),
  },
);
const { media, database } = opened;
if (!media || !database) throw new Error('no media server or no database');
const launched: Launched[] = [];
const start = async (role: string, clockOffSeconds = 0): Promise<Launched> => {
  const options = {
    ...(role === 'scribe' && { dataDir: await ownDisk() }),
    ...(clockOffSeconds !== 0 && { env: clockOff(clockOffSeconds) }),
  };
  // A machine whose clock is off is not ready.
  const machine = await (clockOffSeconds === 0
    ? machines.start(role, options)
    : machines.launch(role, options));
  launched.push(machine);
  return machine;
};
const secondApi = await start('api');
const portOf = ({ env }: Pick<Parley, 'env'>): number => Number(env['PARLEY_PORT']);
const balanced = await balancer(publicPort, () => [machines.api, secondApi].map(portOf));
const parley: Parley = {
  ...machines.api,
  url: `http://127.0.0.1:${publicPort}`,
  output: () => launched.map((machine) => machine.output()).join(''),
};
try {
  const cluster: Cluster = {
    apis: [machines.api],
    workers: [await start('worker'), await start('worker')],
    scribes: [await start('scribe'), await start('scribe')],
    objects,
    media,
    database,
    start,
    enter,
  };
  for (const each of cases) {
    await inOneCase(parley, cluster, each);
    if (cluster.workers.length < 2) cluster.workers.push(await start('worker'));
    if (cluster.scribes.length < 2) cluster.scribes.push(await start('scribe'));
  }
} finally {
  balanced.close();
  await machines.stop();
  await objects.stop();
  for (const disk of disks) execFileSync('umount', ['--lazy', disk]);
}
process.exit();
