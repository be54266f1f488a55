// A minute without a network, a laptop that sleeps and a media server that dies: every guest is back by itself, as the
// same person, with the microphone as it was.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { browserPids, button, inState, openGuest } from '../world/media/guest.ts';
import { hears, listenIn, picture, seesMuted } from '../world/media/observed-guest.ts';
import { cutAnna, meet, outageScene, status, togetherAgain } from '../world/media/outage-scene.ts';
import { signalFirst } from '../world/speech/voices.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

const scene = await outageScene();
// In a browser of her own, which can sleep as a laptop does.
const cleo = await openGuest('Cleo', null);
await listenIn(cleo);
afterAll(() => cleo.close());

test('after a minute offline and after 40 s of sleep guests are back, each once, microphones as before', async () => {
  const { anna, ben, cut } = scene;
  await meet(scene, anna, ben, cleo);
  await button(cleo, 'Mute microphone').click();
  await seesMuted(ben, 'Cleo');
  const laptop = await browserPids(cleo);
  const since = await cutAnna(scene);
  for (const pid of laptop) process.kill(pid, 'SIGSTOP');
  await delay(40_000);
  for (const pid of laptop) process.kill(pid, 'SIGCONT');
  const woken = Date.now();
  await until('Cleo is told', 60_000, async () =>
    (await status(cleo)).includes('You are connected again.'),
  );
  await hears(cleo);
  console.log(`Cleo: back to sound ${Date.now() - woken} ms after waking`);
  await button(cleo, 'Unmute microphone').waitFor();
  await delay(60_000 - (Date.now() - since));
  await inState(anna, 'reconnecting');
  await picture(anna, 'room-a-minute-without-network');
  expect(await violations(anna.page)).toEqual([]);
  cut.restore();
  await togetherAgain(Date.now(), anna, ben, cleo);
  await button(anna, 'Mute microphone').waitFor();
  await seesMuted(ben, 'Cleo');
  await button(cleo, 'Unmute microphone').click();
  await button(cleo, 'Mute microphone').waitFor();
});

test('a guest whose meeting ended while the network was away learns that on return', async () => {
  const { anna, client, cut } = scene;
  const meetingRef = await meet(scene, anna);
  await cutAnna(scene);
  await client.meetings.end(meetingRef);
  cut.restore();
  await inState(anna, 'ended', 90_000);
  await anna.page.getByRole('heading', { level: 1, name: 'The meeting has ended' }).waitFor();
});

test('after the media server is killed everyone reconnects without help, and muted guests stay muted', async () => {
  const { anna, ben } = scene;
  await meet(scene, anna, ben);
  await button(ben, 'Mute microphone').click();
  // It may last no longer than this process takes to look.
  const noticed = Promise.all([inState(anna, 'reconnecting'), inState(ben, 'reconnecting')]);
  await signalFirst(scene.parley, 'livekit', 'SIGKILL');
  const since = Date.now();
  await noticed;
  await Promise.all([inState(anna, 'joined', 60_000), inState(ben, 'joined', 60_000)]);
  await hears(ben);
  console.log(`Ben: back to sound ${Date.now() - since} ms after the media server was killed`);
  await seesMuted(anna, 'Ben');
  await button(ben, 'Unmute microphone').click();
  await togetherAgain(since, anna, ben);
});
