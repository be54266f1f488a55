import { afterAll, expect, test, vi } from 'vitest';
import { joinAsAgent } from '../../../dev/sample-agent.ts';
import { joinRoom, publishes } from '../../../dev/world/media/join-room.ts';
import { mediaScene } from '../../../dev/world/media/media-scene.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { testSpeechPath } from '../../../setup/places.mjs';
import type { CreateMediaToken } from '../../../contract/generated/api.ts';
import { roomListener } from '../../engines/listener/room-listener.ts';
import { newRef } from '../ids.ts';
import { createMediaToken } from './create-media-token.ts';

const { db } = await testDatabase();
const scene = await mediaScene(db);
const service = await serverWorld({
  ctx: { media: scene.ctx.media },
  signallingUrl: scene.server.url,
});
const leaving: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(leaving.map((leave) => leave()));
  await scene.stop();
});

/** With the address that clients are given: the service's own, not the media server's. */
async function tokenFor(meetingRef: string, body: Partial<CreateMediaToken>) {
  const call = { tenant: 'acme', method: 'POST', path: '/media-tokens', key: newRef('k') };
  const { token } = await createMediaToken(scene.ctx, {
    actor: scene.actor,
    meetingRef,
    body: { displayName: 'Agent', ...body },
    call,
  });
  return { ...token, mediaUrl: service.url.replace('http', 'ws') };
}

// Promise: 161
test('the media server accepts from a client only what it may send', async () => {
  const { meetingRef } = await scene.newMeeting();
  const silent = await tokenFor(meetingRef, { canPublish: [] });
  const speaking = await tokenFor(meetingRef, { canPublish: ['microphone'] });
  const silentRoom = await joinRoom(silent.mediaUrl, silent.mediaToken);
  leaving.push(() => silentRoom.disconnect());
  const speakingRoom = await joinRoom(speaking.mediaUrl, speaking.mediaToken);
  leaving.push(() => speakingRoom.disconnect());
  for (const [room, maySpeak] of [
    [silentRoom, false],
    [speakingRoom, true],
  ] as const) {
    expect(await publishes(room, 'microphone', maySpeak)).toBe(maySpeak);
    expect(await publishes(room, 'screen', false)).toBe(false);
  }
});

// Promise: 161
test('agents hear each other, one that may not subscribe hears nobody, no scribe hears one that declined', async () => {
  const { ctx, server } = scene;
  const { meetingRef } = await scene.newMeeting();
  const unheard = await tokenFor(meetingRef, { transcribe: false });
  const heard = await tokenFor(meetingRef, {});
  const deaf = await tokenFor(meetingRef, { canSubscribe: false });
  const asked: [string, boolean][] = [];
  const tracks: string[] = [];
  const scribe = await roomListener(server.url).join(
    await ctx.media.mintToken({
      meetingRef,
      identity: newRef('scr'),
      displayName: 'Transcription',
      role: 'scribe',
      ttlSeconds: 60,
    }),
    ({ identity }) => {
      tracks.push(identity);
      return { write: () => undefined, writeSilence: () => undefined, end: () => undefined };
    },
    (identity, untranscribed) => {
      asked.push([identity, untranscribed]);
      return !untranscribed;
    },
  );
  leaving.push(() => scribe.leave());
  const sounds = new Map<string, Set<string>>();
  const join = async (token: typeof heard) => {
    const from = new Set<string>();
    sounds.set(token.participantRef, from);
    const agent = await joinAsAgent(token, (ref, samples) => {
      if (samples.some((sample) => Math.abs(sample) > 500)) from.add(ref);
    });
    leaving.push(() => agent.leave());
    return agent;
  };
  const agents = [await join(unheard), await join(heard), await join(deaf)];
  for (const agent of agents) void agent.say(testSpeechPath('reply')).catch(() => undefined);
  const all = [unheard, heard, deaf].map(({ participantRef }) => participantRef);
  const others = (ref: string) => all.filter((one) => one !== ref).toSorted();
  const heardBy = (ref: string) => [...(sounds.get(ref) ?? [])].toSorted();
  await vi.waitFor(() => {
    for (const { participantRef: ref } of [unheard, heard])
      expect(heardBy(ref)).toEqual(others(ref));
    expect(tracks.toSorted()).toEqual(others(unheard.participantRef));
  }, 20_000);
  expect(heardBy(deaf.participantRef)).toEqual([]);
  expect(asked).toContainEqual([unheard.participantRef, true]);
});
