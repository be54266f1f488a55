// A network that breaks for a moment: the guest is back by itself, as the same person, with the microphone as it was.
// Longer outages, and a media server that dies, are in `dev/soak`.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { button } from '../world/media/guest.ts';
import { picture } from '../world/media/observed-guest.ts';
import { cutAnna, meet, outageScene, status, togetherAgain } from '../world/media/outage-scene.ts';
import { until } from '../world/until.ts';

const scene = await outageScene();

test('a network that drops for five seconds costs a guest that time, and the page says so', async () => {
  const { anna, ben, client, cut } = scene;
  const meetingRef = await meet(scene, anna, ben);
  const since = await cutAnna(scene);
  await picture(anna, 'room-reconnecting');
  await delay(5000 - (Date.now() - since));
  cut.restore();
  await togetherAgain(Date.now(), anna, ben);
  await button(anna, 'Mute microphone').waitFor();
  await expect.poll(() => status(anna)).toContain('You are connected again.');
  await until('the API tells of the reconnection', 60_000, async () => {
    const { participants } = await client.participants.list(meetingRef, {});
    const connection = participants.find(({ displayName }) => displayName === 'Anna')?.connection;
    return connection?.transport === 'udp' && connection.reconnections >= 1;
  });
});
