// The service is killed while people wait to be let in; who waits, who was refused and who came in is as it was.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import type { Admission, WaitingGuest, WaitingRoom } from '../../contract/generated/guest-api.ts';
import {
  callGuestApi,
  clearAway,
  type Parley,
  startParley,
} from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

let parley: Parley;
let client: ParleyClient;
let meetingRef: string;
let links: { guestLinkRef: string; secret: string }[];

beforeAll(async () => {
  parley = await startParley();
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const meeting = await client.meetings.create({
    title: 'Harbour museum',
    options: { admission: 'ask' },
    guestLinks: [{}, { role: 'host' }],
  });
  ({ meetingRef } = meeting);
  links = (meeting.guestLinks ?? []).map(({ guestLinkRef, guestUrl }) => ({
    guestLinkRef,
    secret: new URL(guestUrl).hash.slice('#k='.length),
  }));
});

afterAll(() => clearAway(parley));

function join<T>(displayName: string, link = links[0]): Promise<T> {
  const { guestLinkRef = '', secret = '' } = link ?? {};
  return callGuestApi<T>(parley, `links/${guestLinkRef}/join`, { secret, displayName });
}

type Guest = { participantRef: string; participantSecret: string };
const call = <T>({ participantRef, participantSecret }: Guest, verb: string, more = {}) =>
  callGuestApi<T>(parley, `participants/${participantRef}/${verb}`, { participantSecret, ...more });
const stateOf = async (guest: Guest): Promise<string> =>
  (await client.participants.read(meetingRef, guest.participantRef)).state;
const seenBy = async (host: Guest): Promise<string[]> =>
  (await call<WaitingRoom>(host, 'waiting-room')).waiting.map(({ displayName }) => displayName);

async function killAndStart(): Promise<void> {
  process.kill(parley.pid, 'SIGKILL');
  parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
}

// Promise: recovery
test('a kill of the service takes no place in the waiting room and undoes no decision', async () => {
  const host = await join<Admission>('Hanna', links[1]);
  const [ana, ben, cleo] = [
    await join<WaitingGuest>('Ana'),
    await join<WaitingGuest>('Ben'),
    await join<WaitingGuest>('Cleo'),
  ];
  await client.participants.refuse(meetingRef, ben.participantRef);
  const held = call(ana, 'wait').catch(() => 'cut');

  await killAndStart();
  expect(await held).toBe('cut');
  expect(await seenBy(host)).toEqual(['Ana', 'Cleo']);
  expect(await Promise.all([ana, ben, cleo].map(stateOf))).toEqual([
    'waiting',
    'refused',
    'waiting',
  ]);
  await expect(call(ana, 'renew')).rejects.toThrow('renew answered');

  const told = call<{ state: string }>(ana, 'wait');
  await call(host, 'moderate', {
    operation: 'admitParticipant',
    participantRef: ana.participantRef,
  });
  expect((await told).state).toBe('admitted');
  // The decision was answered, so it is kept, although the next kill comes at once.
  await killAndStart();
  expect(await Promise.all([ana, ben, cleo].map(stateOf))).toEqual([
    'admitted',
    'refused',
    'waiting',
  ]);
  expect(await call<Admission>(ana, 'renew')).toHaveProperty('mediaToken');
  await expect(call(ben, 'renew')).rejects.toThrow('renew answered');
  expect(await seenBy(host)).toEqual(['Cleo']);

  const admitted = await Promise.all([
    client.participants.admit(meetingRef, cleo.participantRef),
    client.meetings.admitAll(meetingRef),
    client.participants.admit(meetingRef, cleo.participantRef),
  ]);
  expect(admitted[0].state).toBe('admitted');
  expect(await seenBy(host)).toEqual([]);
  expect(await admissions(7)).toEqual(
    [
      `participant.admitted ${host.participantRef}`,
      ...[ana, ben, cleo].map(({ participantRef }) => `participant.waiting ${participantRef}`),
      ...[ana, cleo].map(({ participantRef }) => `participant.admitted ${participantRef}`),
      `participant.refused ${ben.participantRef}`,
    ].toSorted(),
  );
});

/** What the stream of events says of admissions, sorted. */
async function admissions(count: number): Promise<string[]> {
  const stop = new AbortController();
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { event } of client.events.stream({ lastEventId: '0', signal: stop.signal }))
      if (/^participant\.(waiting|admitted|refused)$/.test(event.type)) {
        const { participantRef } = event.data as { participantRef: string };
        seen.push(`${event.type} ${participantRef}`);
      }
  })().catch(() => {});
  await until(`${count} events`, 15_000, () => seen.length >= count);
  stop.abort();
  await reading;
  return seen.toSorted();
}
