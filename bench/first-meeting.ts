// The figures of one real meeting: start, memory, joining, hearing, captions, the end. Prints a table.
import { createClient } from '../clients/sdk-typescript/client.ts';
import { firstSoundAt, noteFirstSound } from '../dev/world/media/first-sound.ts';
import { inState, joinMeeting, openGuest } from '../dev/world/media/guest.ts';
import { processMemory } from '../dev/world/process-memory.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import { until } from '../dev/world/until.ts';
import { percentile, scriptKilobytes } from './row.ts';

export type Figure = { name: string; value: number; unit: string; aim: string };

const SETTINGS = { PARLEY_EMPTY_ROOM_SECONDS: '5' };
const ROUNDS = 3;

/** Starts the product twice on one data folder, then holds `ROUNDS` meetings of two browsers on it. */
export async function benchFirstMeeting(): Promise<Figure[]> {
  const first = await startParley({ env: SETTINGS });
  await first.stop();
  const { dataDir } = first;
  const parley = await startParley({ dataDir, env: { ...first.env, ...SETTINGS } });
  try {
    const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
    await until('speech is ready', 30_000, async () => {
      const answer = await fetch(`${parley.url}/health/ready`);
      const { components } = (await answer.json()) as {
        components: { speech: { status: string } };
      };
      return components.speech.status === 'ok';
    });
    const idle = await processMemory(parley.pid);
    const meetings: Meeting[] = [];
    for (let round = 0; round < ROUNDS; round++) meetings.push(await holdMeeting(client));
    return await figuresOf(first, parley, idle, meetings);
  } finally {
    await clearAway(parley);
  }
}

async function figuresOf(
  first: Parley,
  parley: Parley,
  idle: Awaited<ReturnType<typeof processMemory>>,
  meetings: readonly Meeting[],
): Promise<Figure[]> {
  const median = (pick: (meeting: Meeting) => number): number => percentile(meetings.map(pick), 50);
  return [
    { name: 'first start on a fresh data folder', value: first.readyMs, unit: 'ms', aim: '' },
    { name: 'second start to ready', value: parley.readyMs, unit: 'ms', aim: 'at most 2000' },
    {
      name: 'idle memory, all processes, proportional (PSS)',
      value: idle.pssMb,
      unit: 'MB',
      aim: 'at most 350',
    },
    {
      name: 'idle memory, all processes, resident (RSS, counts what they share several times)',
      value: idle.rssMb,
      unit: 'MB',
      aim: '',
    },
    {
      name: 'join click to hearing the other',
      value: median((m) => m.heardMs),
      unit: 'ms',
      aim: 'at most 1500',
    },
    {
      name: 'last guest left to ended (5 s of it wait for a return)',
      value: median((m) => m.endedMs),
      unit: 'ms',
      aim: '',
    },
    {
      name: 'ended to transcript available',
      value: median((m) => m.transcriptMs),
      unit: 'ms',
      aim: 'at most 2000',
    },
    {
      name: 'transcript to summary available',
      value: median((m) => m.summaryMs),
      unit: 'ms',
      aim: 'at most 2000',
    },
    {
      name: "room's script, gzipped, everything until joined",
      value: await scriptKilobytes(meetings[0]?.scripts ?? []),
      unit: 'KB',
      aim: 'at most 250',
    },
  ];
}

type Meeting = {
  scripts: string[];
  heardMs: number;
  endedMs: number;
  transcriptMs: number;
  summaryMs: number;
};

async function holdMeeting(client: ReturnType<typeof createClient>): Promise<Meeting> {
  const { meetingRef } = await client.meetings.create({ title: 'Bench' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  const [anna, ben] = await Promise.all([openGuest('Anna', 'plan'), openGuest('Ben', 'reply')]);
  await joinMeeting(anna, guestUrl);
  await noteFirstSound(ben.page);
  const joinedMs = await joinMeeting(ben, guestUrl);
  const joinedAt = Date.now();
  const scripts = await ben.page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const heardAt = await firstSoundAt(ben.page);
  await until('words arrive', 60_000, async () =>
    /look at the/i.test(await anna.page.getByRole('region', { name: 'Captions' }).innerText()),
  );
  await Promise.all(
    [anna, ben].map((guest) => guest.page.getByRole('button', { name: 'Leave meeting' }).click()),
  );
  await Promise.all([inState(anna, 'left'), inState(ben, 'left')]);
  const leftAt = Date.now();
  const ended = await until('ended', 30_000, async () => {
    const meeting = await client.meetings.read(meetingRef);
    return meeting.meetingState === 'ended' && meeting;
  });
  const available = async (
    read: () => Promise<{ status: string; availableAt: string | null }>,
  ): Promise<number> => {
    const artifact = await until('available', 60_000, async () => {
      const now = await read();
      return now.status === 'available' && now;
    });
    return Date.parse(artifact.availableAt ?? '');
  };
  const transcriptAt = await available(() => client.transcripts.read(meetingRef));
  const summaryAt = await available(() => client.summaries.read(meetingRef));
  await Promise.all([anna.close(), ben.close()]);
  const endedAt = Date.parse(ended.stateChangedAt);
  return {
    scripts,
    heardMs: heardAt - (joinedAt - joinedMs),
    endedMs: endedAt - leftAt,
    transcriptMs: transcriptAt - endedAt,
    summaryMs: summaryAt - transcriptAt,
  };
}
