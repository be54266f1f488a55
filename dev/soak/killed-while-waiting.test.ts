// The service is killed while one guest waits and another was declined: the host still lets the first in, not the other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { besides, type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { button, knock, meetingWithHosts, waitingRoom } from '../world/media/waiting-scene.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';

let parley: Parley;
let host: Guest;
let ana: Guest;
let ben: Guest;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_SPEECH: 'off' } });
  host = await openGuest('Hanna', null);
  [ana, ben] = [await besides(host, 'Ana'), await besides(host, 'Ben')];
});

afterAll(async () => {
  await host.close();
  await clearAway(parley);
});

async function killAndStartAgain(): Promise<void> {
  process.kill(parley.pid, 'SIGKILL');
  parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
}

// Promise: I11, I13
test('over two kills of the service who waits keeps the place, and who was declined stays out', async () => {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef, guestUrl, hostUrl } = await meetingWithHosts(client, { admission: 'ask' });
  await joinMeeting(host, hostUrl);
  await knock(ana, guestUrl);
  await knock(ben, guestUrl);
  await button(host, 'Decline Ben').click();
  await inState(ben, 'declined');
  const states = async () => {
    const { participants } = await client.participants.list(meetingRef);
    return participants.map(({ displayName, state }) => `${displayName} ${state}`).toSorted();
  };
  for (let kills = 0; kills < 2; kills++) {
    await killAndStartAgain();
    await inState(host, 'joined', 60_000);
    await waitingRoom(host).getByText('Ana').waitFor({ timeout: 60_000 });
    await inState(ana, 'waiting');
    expect(await states()).toEqual(['Ana waiting', 'Ben refused', 'Hanna present']);
  }
  await button(host, 'Admit Ana').click();
  await inState(ana, 'joined');
  await inState(ben, 'declined');
  expect(await states()).toEqual(['Ana present', 'Ben refused', 'Hanna present']);
  const visits = await client.participants.list(meetingRef);
  expect(visits.participants).toHaveLength(3);
});
