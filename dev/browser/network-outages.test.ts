// Networks that break for a moment and a media server that dies: every guest is back by itself, as the same person,
// with the microphone as it was. Longer outages are in `dev/soak`.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { button, inState } from '../world/media/guest.ts';
import { hears, picture, seesMuted } from '../world/media/guest-trouble.ts';
import { cutAnna, meet, outageScene, status, togetherAgain } from '../world/media/outage-scene.ts';
import { until } from '../world/until.ts';
import { descendants } from '../world/process-memory.ts';

const scene = await outageScene();

async function mediaServer(): Promise<number> {
  for (const pid of await descendants(scene.parley.pid)) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('livekit.yaml'))
      return pid;
  }
  throw new Error('no media server runs');
}

test('a network that drops for five seconds costs a guest that time, and the page says so', async () => {
  const { anna, ben, client, cut } = scene;
  const meetingRef = await meet(scene, anna, ben);
  const since = await cutAnna(scene);
  await picture(anna, 'room-reconnecting');
  await delay(5000 - (Date.now() - since));
  cut.restore();
  await togetherAgain(Date.now(), anna, ben);
  await button(anna, 'Mute microphone').waitFor();
  expect(await status(anna)).toContain('You are connected again.');
  await until('the API tells of the reconnection', 20_000, async () => {
    const { participants } = await client.participants.list(meetingRef, {});
    const connection = participants.find(({ displayName }) => displayName === 'Anna')?.connection;
    return connection?.transport === 'udp' && connection.reconnections >= 1;
  });
});

test('after the media server is killed everyone reconnects without help, and muted guests stay muted', async () => {
  const { anna, ben } = scene;
  await meet(scene, anna, ben);
  await button(ben, 'Mute microphone').click();
  process.kill(await mediaServer(), 'SIGKILL');
  const since = Date.now();
  await Promise.all([inState(anna, 'reconnecting'), inState(ben, 'reconnecting')]);
  await Promise.all([inState(anna, 'joined', 60_000), inState(ben, 'joined', 60_000)]);
  await hears(ben);
  console.log(`Ben: back to sound ${Date.now() - since} ms after the media server was killed`);
  await seesMuted(anna, 'Ben');
  await button(ben, 'Unmute microphone').click();
  await togetherAgain(since, anna, ben);
});
