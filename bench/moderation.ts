// How long a host's actions take: from Admit to hearing, from Remove to being out. The guest waits 30 s first,
// in the first round, and has no connection to media meanwhile.
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type ParleyClient } from '../clients/sdk-typescript/client.ts';
import { firstSoundAt, noteFirstSound } from '../dev/world/media/first-sound.ts';
import { button, type Guest, inState, joinMeeting, openGuest } from '../dev/world/media/guest.ts';
import { knock, meetingWithHosts } from '../dev/world/media/waiting-scene.ts';
import { clearAway, startParley } from '../dev/world/service/start-parley.ts';
import { until } from '../dev/world/until.ts';
import { percentile, type Row } from './row.ts';

const ROUNDS = 20;
const FIRST_WAIT_MS = 30_000;

type Scene = { client: ParleyClient; host: Guest; meetingRef: string; guestUrl: string };
type Round = { hearsMs: number; seesMs: number; outMs: number; connections: number };

export async function benchModeration(): Promise<Row[]> {
  const parley = await startParley({
    env: { PARLEY_SPEECH: 'off', PARLEY_RATE_GUEST_PER_MINUTE: '0' },
  });
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const host = await openGuest('Hanna', null);
  const rounds: Round[] = [];
  try {
    const { meetingRef, guestUrl, hostUrl } = await meetingWithHosts(client, { admission: 'ask' });
    await joinMeeting(host, hostUrl);
    const scene = { client, host, meetingRef, guestUrl };
    for (let n = 0; n < ROUNDS; n++)
      rounds.push(await letInAndRemove(scene, `Guest ${n}`, n === 0 ? FIRST_WAIT_MS : 0));
  } finally {
    await host.close();
    await clearAway(parley);
  }
  const row = (name: string, aim: string, pick: (round: Round) => number): Row => ({
    name,
    'p50 ms': Math.round(percentile(rounds.map(pick), 50)),
    'p95 ms': Math.round(percentile(rounds.map(pick), 95)),
    aim,
  });
  return [
    row('from Admit to the first sound of the host', '1500', (round) => round.hearsMs),
    row('from Remove to the page of who is removed saying so', '2000', (round) => round.outMs),
    row('from Remove to the host no longer seeing them', '2000', (round) => round.seesMs),
    {
      name: `media connections of who waits, ${FIRST_WAIT_MS / 1000} s in the first of ${ROUNDS} rounds`,
      'p50 ms': Math.max(...rounds.map((round) => round.connections)),
      'p95 ms': '',
      aim: '0',
    },
  ];
}

async function letInAndRemove(
  { client, host, meetingRef, guestUrl }: Scene,
  name: string,
  waitMs: number,
): Promise<Round> {
  const guest = await openGuest(name, null);
  await noteFirstSound(guest.page);
  await countConnections(guest);
  await knock(guest, guestUrl, 'on');
  await button(host, `Admit ${name}`).waitFor();
  await delay(waitMs);
  const connections = await guest.page.evaluate(
    () => (globalThis as { opened?: number }).opened ?? 0,
  );
  const admittedAt = Date.now();
  await button(host, `Admit ${name}`).click();
  const hearsMs = (await firstSoundAt(guest.page)) - admittedAt;
  await inState(guest, 'joined');
  const participantRef = await until('the guest is present', 10_000, async () => {
    const { participants } = await client.participants.list(meetingRef, { state: ['present'] });
    return participants.find(({ displayName }) => displayName === name)?.participantRef;
  });
  const removedAt = Date.now();
  await client.participants.remove(meetingRef, participantRef);
  const seen = host.page.getByRole('listitem').filter({ hasText: name });
  const [outMs, seesMs] = await Promise.all([
    inState(guest, 'removed').then(() => Date.now() - removedAt),
    until('the host sees them no longer', 10_000, async () => (await seen.count()) === 0).then(
      () => Date.now() - removedAt,
    ),
  ]);
  await guest.close();
  return { hearsMs, outMs, seesMs, connections };
}

/** Counts connections to media, and WebSockets, which lead to the media server only. */
async function countConnections({ page }: Guest): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as { opened?: number };
    const count = (): void => void (counted.opened = (counted.opened ?? 0) + 1);
    for (const name of ['RTCPeerConnection', 'WebSocket'] as const)
      globalThis[name] = new Proxy(globalThis[name], {
        construct: (native, given) => {
          count();
          return Reflect.construct(native, given);
        },
      }) as never;
  });
}
