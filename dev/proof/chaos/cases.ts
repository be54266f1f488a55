import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../src/store/open-store.ts';
import { findParticipant } from '../../../src/store/participant/participant.ts';
import type { ObjectStore } from '../../world/service/object-store.ts';
import type { Launched, Parley } from '../../world/service/start-parley.ts';
import { pidsOf } from '../../world/speech/voices.ts';
import { until } from '../../world/until.ts';
import type { MediaCluster } from './media-cluster.ts';
import type { ReplicatedDatabase } from './replicated-database.ts';

const DISK_FULL_MS = 10_000;
const REDIS_AWAY_MS = 30_000;
const STORE_AWAY_MS = 300_000;
/** The size of a scribe's own disk. */
export const DISK_MB = 32;

export type Cluster = {
  apis: Parley[];
  workers: Launched[];
  scribes: Launched[];
  objects: ObjectStore;
  media: MediaCluster;
  database: ReplicatedDatabase;
  /** Another machine, whose clock may be off. */
  start(role: 'worker' | 'scribe', clockOffSeconds?: number): Promise<Launched>;
  /** A silent guest, who once killed does not return. */
  enter(meetingRef: string): Promise<{ participantRef: string; kill(): void }>;
};

export type Case = { name: string; strike(cluster: Cluster, meetingRef: string): Promise<void> };

/** Workers compare rooms every 30 s, and LiveKit takes 6 s to say that a node is lost. */
const NOTICED_WITHIN_MS = 60_000;

/** Lost machines stay lost: the last cases leave one of each kind. */
export const CASES: readonly Case[] = [
  { name: 'nothing', strike: async () => {} },
  {
    name: 'the scribe that attends is lost with its disk',
    strike: async (cluster, meetingRef) => {
      const scribe = attending(cluster, meetingRef);
      cluster.scribes = cluster.scribes.filter((other) => other !== scribe);
      await lose(scribe);
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
  { name: 'a worker is lost', strike: ({ workers }) => lose(workers.shift()) },
  {
    name: "the scribe's disk is full for 10 s",
    strike: async (cluster, meetingRef) => {
      const scribe = attending(cluster, meetingRef);
      if (!scribe) throw new Error('no scribe attends');
      const ballast = join(scribe.dataDir, 'ballast');
      await writeFile(ballast, Buffer.alloc(DISK_MB * 2 ** 20)).catch(() => {});
      await delay(DISK_FULL_MS);
      await rm(ballast);
    },
  },
  {
    name: 'a scribe and a worker come whose clocks are an hour ahead',
    strike: async (cluster) => {
      await Promise.all((['scribe', 'worker'] as const).map((role) => cluster.start(role, 3_600)));
    },
  },
  {
    name: 'object storage gives no answer for five minutes',
    strike: async ({ objects }) => {
      objects.pause();
      await delay(STORE_AWAY_MS);
      objects.resume();
    },
  },
  {
    name: 'Redis is killed and comes back after 30 s',
    strike: async ({ media }) => {
      await media.stopRedis();
      await delay(REDIS_AWAY_MS);
      await media.startRedis();
    },
  },
  { name: 'PostgreSQL is killed and started again', strike: ({ database }) => database.restart() },
  {
    name: 'PostgreSQL is killed, and its replica takes its place',
    strike: ({ database }) => database.failOver(),
  },
  { name: 'an api is lost', strike: ({ apis }) => lose(apis.shift()) },
  {
    name: 'the LiveKit node of the room is lost',
    strike: async ({ enter, media, database }, meetingRef) => {
      const guest = await enter(meetingRef);
      await becomes(database.url, guest.participantRef, 'present');
      await media.killNodeOf(meetingRef);
      guest.kill();
      await becomes(database.url, guest.participantRef, 'left');
    },
  },
];

async function lose(machine: Pick<Launched, 'dataDir' | 'killTree'> | undefined): Promise<void> {
  await machine?.killTree();
  if (machine) await rm(machine.dataDir, { recursive: true, force: true });
}

async function becomes(url: string, participantRef: string, state: string): Promise<void> {
  const db = openStore(url, 1);
  try {
    await until(`a guest is ${state}`, NOTICED_WITHIN_MS, async () => {
      const participant = await findParticipant(db, participantRef);
      return participant?.state === state;
    });
  } finally {
    await db.destroy();
  }
}

/** The scribe that is in the room of this meeting. */
function attending({ scribes }: Cluster, meetingRef: string): Launched | undefined {
  const said = (line: string): boolean =>
    line.includes('the scribe is in the room') && line.includes(meetingRef);
  return scribes.find((scribe) => scribe.output().split('\n').some(said));
}
