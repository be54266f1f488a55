// A minute without a network and a laptop that sleeps: every guest is back by itself, as the same person, with the
// microphone as it was.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserPids, inState } from '../world/media/guest.ts';
import { hears, picture } from '../world/media/guest-trouble.ts';
import {
  button,
  cutAnna,
  meet,
  openOutageScene,
  type OutageScene,
  seenMuted,
  status,
  togetherAgain,
} from '../world/media/outage-scene.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

let scene: OutageScene;

beforeAll(async () => {
  scene = await openOutageScene();
});

afterAll(() => scene.close());

test('after a minute offline and after 40 s of sleep guests are back, each once, microphones as before', async () => {
  const { anna, ben, cleo, cut } = scene;
  await meet(scene, anna, ben, cleo);
  await button(cleo, 'Mute microphone').click();
  await seenMuted(ben, 'Cleo');
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
  await inState(anna, 'reconnecting', 1000);
  await picture(anna, 'room-a-minute-without-network');
  expect(await violations(anna.page)).toEqual([]);
  cut.restore();
  await togetherAgain(Date.now(), anna, ben, cleo);
  await button(anna, 'Mute microphone').waitFor();
  await seenMuted(ben, 'Cleo');
  await button(cleo, 'Unmute microphone').click();
  await button(cleo, 'Mute microphone').waitFor();
});
