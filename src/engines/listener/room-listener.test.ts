import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ALIKE,
  bestShift,
  FRAME,
  type Heard,
  type Listening,
  type ListeningScene,
  listeningScene,
  loudness,
  partOf,
} from '../../../dev/world/media/listening-scene.ts';
import { joinRoom, publishMicrophone } from '../../../dev/world/media/join-room.ts';
import { testSpeechPath, testSpeechTable } from '../../../setup/places.mjs';
import { rtcListener } from '../../adapters/livekit-rtc/rtc-listener.ts';
import type { ListenerPort } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { roomListener } from './room-listener.ts';

const LEAD_MS = testSpeechTable().leadSilenceSeconds * 1000;
let scene: ListeningScene;

beforeAll(async () => {
  scene = await listeningScene();
});

afterAll(() => scene.close());

/** The listener of our own, and the way back to LiveKit's SDK: what holds for one holds for the other. */
const LISTENERS: [string, (url: string) => ListenerPort][] = [
  ['roomListener', roomListener],
  ['rtcListener', rtcListener],
];

const PART = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 2_500 };

const NOTICED_WITHIN_MS = 20_000;

const isLoud = (sample: number) => sample > 1_000;
const msOf = ({ samples }: Heard) => samples.length / SAMPLES_PER_MS;

/** Where Ana's two times are in what was heard of her since `fromMs`; she speaks again after `againMs`. */
function twoTimes({ samples }: Heard, fromMs: number, againMs: number) {
  const said = partOf('plan', PART.fromMs, PART.toMs);
  const heard = loudness(samples, FRAME).slice(fromMs / 20);
  const [first, second] = [
    bestShift(heard.slice(0, againMs / 20), said),
    bestShift(heard.slice(againMs / 20), said),
  ];
  const apartMs = 20 * (second.shift - first.shift) + againMs;
  return { first, second, apartMs, alike: Math.min(first.alike, second.alike) };
}

/**
 * Ana speaks, then Ben, then Ana again, `againMs` after her first word. Every listener is in the room, has heard her
 * for `heardBeforeMs` by then, and stays until it has heard all, however late that comes.
 */
async function holdTalk() {
  const [ana, ben] = [
    await scene.guest('mtg_talk', 'pt_ana'),
    await scene.guest('mtg_talk', 'pt_ben'),
  ];
  const listening = new Map<string, Listening>();
  for (const [name, listenerAt] of LISTENERS)
    listening.set(name, await scene.listen('mtg_talk', listenerAt(scene.server.url)));
  const anas = new Map<string, Heard>();
  for (const [name, { heardOf }] of listening) {
    await heardOf('pt_ben');
    anas.set(name, await heardOf('pt_ana'));
  }
  const heardBeforeMs = new Map([...anas].map(([name, heard]) => [name, msOf(heard)]));
  const firstAtMs = await ana.say(testSpeechPath('plan'), PART);
  await ben.say(testSpeechPath('reply'), PART);
  const againMs = (await ana.say(testSpeechPath('plan'), PART)) - firstAtMs;
  for (const [name, heard] of anas) {
    const isAllThere = () =>
      expect(twoTimes(heard, heardBeforeMs.get(name) ?? 0, againMs).alike).toBeGreaterThan(ALIKE);
    await vi.waitFor(isAllThere, { timeout: NOTICED_WITHIN_MS, interval: 500 });
    await listening.get(name)?.leave();
  }
  return { listening, heardBeforeMs, againMs };
}
let talk: ReturnType<typeof holdTalk> | undefined;

describe.each(LISTENERS)('%s', (name, listenerAt) => {
  it('receives everybody as they speak, at the right time, across pauses in which nothing is sent', async () => {
    const { listening, heardBeforeMs, againMs } = await (talk ??= holdTalk());
    const [heardBy, beforeMs] = [listening.get(name), heardBeforeMs.get(name)];
    if (!heardBy || beforeMs === undefined) throw new Error(`${name} was not there`);
    const [anas, bens] = [await heardBy.heardOf('pt_ana'), await heardBy.heardOf('pt_ben')];

    expect(heardBy.sinks).toHaveLength(2);
    for (const { track, isOver } of heardBy.sinks)
      expect([track.wasThere, track.isMuted(), isOver]).toEqual([true, false, true]);
    const hers = twoTimes(anas, beforeMs, againMs);
    const his = bestShift(loudness(bens.samples, FRAME), partOf('reply', PART.fromMs, PART.toMs));
    expect(Math.min(hers.alike, his.alike), JSON.stringify([hers, his])).toBeGreaterThan(ALIKE);
    // A busy machine sends later than it was asked to; the pause lasts 3 s.
    expect(Math.abs(hers.apartMs - againMs)).toBeLessThan(300);
  });

  // Each in a meeting of its own.
  it.concurrent('reports who joins and leaves, and microphones that are unpublished', async () => {
    const { sinks, heardOf, leave } = await scene.listen('mtg_goes', listenerAt(scene.server.url));
    const ana = await scene.guest('mtg_goes', 'pt_ana');
    const first = await heardOf('pt_ana');
    expect(first.track.wasThere).toBe(false);
    await ana.republish();
    await vi.waitFor(
      () => expect([first.isOver, sinks.length]).toEqual([true, 2]),
      NOTICED_WITHIN_MS,
    );
    await ana.leave();
    await vi.waitFor(
      () => expect(sinks.every((sink) => sink.isOver)).toBe(true),
      NOTICED_WITHIN_MS,
    );
    await leave();
  });

  // Promise: 131
  it.concurrent(
    'receives one microphone of a person who publishes many, and the next when that is unpublished',
    async () => {
      const token = await scene.tokenOf('mtg_many', 'pt_mallory', 'guest');
      const room = await joinRoom(scene.server.url, token);
      for (let number = 0; number < 4; number += 1) await publishMicrophone(room);
      const { sinks, heardOf, leave } = await scene.listen(
        'mtg_many',
        listenerAt(scene.server.url),
      );
      const first = await heardOf('pt_mallory');
      await publishMicrophone(room);
      const ben = await scene.guest('mtg_many', 'pt_ben');
      await heardOf('pt_ben');
      const count = () => sinks.filter(({ track }) => track.identity === 'pt_mallory').length;
      expect(count()).toBe(1);
      await room.localParticipant?.unpublishTrack(first.track.mediaTrackSid);
      await vi.waitFor(() => expect([first.isOver, count()]).toEqual([true, 2]), NOTICED_WITHIN_MS);
      await Promise.all([leave(), room.disconnect(), ben.leave()]);
    },
  );

  // Promise: 131
  it.concurrent(
    'receives no audio labeled as a camera, which would evade a microphone lock',
    async () => {
      const token = await scene.tokenOf('mtg_called', 'pt_mallory', 'guest');
      const room = await joinRoom(scene.server.url, token);
      await publishMicrophone(room, 'camera');
      const { sinks, heardOf, leave } = await scene.listen(
        'mtg_called',
        listenerAt(scene.server.url),
      );
      await publishMicrophone(room, 'camera');
      const ben = await scene.guest('mtg_called', 'pt_ben');
      await heardOf('pt_ben');
      await publishMicrophone(room);
      await heardOf('pt_mallory');
      expect(sinks.map(({ track }) => track.identity)).toEqual(['pt_ben', 'pt_mallory']);
      await Promise.all([leave(), room.disconnect(), ben.leave()]);
    },
  );

  // Promise: I14, 153
  it.concurrent('I14: receives nobody without consent, and changes with each answer', async () => {
    const agreed = new Set(['pt_ana']);
    const [ana, ben] = [
      await scene.guest('mtg_asked', 'pt_ana'),
      await scene.guest('mtg_asked', 'pt_ben'),
    ];
    const { sinks, heardOf, review, leave } = await scene.listen(
      'mtg_asked',
      listenerAt(scene.server.url),
      (identity) => agreed.has(identity),
    );
    const anas = await heardOf('pt_ana');
    const part = { fromMs: LEAD_MS, toMs: LEAD_MS + 1_000 };
    await ana.say(testSpeechPath('plan'), part);
    expect(sinks.map(({ track }) => track.identity)).toEqual(['pt_ana']);

    agreed.delete('pt_ana');
    agreed.add('pt_ben');
    review();
    const bens = await heardOf('pt_ben');
    await vi.waitFor(() => expect(anas.isOver).toBe(true), NOTICED_WITHIN_MS);
    const heard = anas.samples.length;
    await ana.say(testSpeechPath('plan'), part);
    expect(anas.samples).toHaveLength(heard);
    expect(bens.isOver).toBe(false);

    agreed.add('pt_ana');
    review();
    await vi.waitFor(() => expect(sinks).toHaveLength(3), NOTICED_WITHIN_MS);
    await ana.say(testSpeechPath('plan'), part);
    const [, , again] = sinks;
    await vi.waitFor(() => expect(again?.samples.some(isLoud)).toBe(true), NOTICED_WITHIN_MS);
    await Promise.all([leave(), ana.leave(), ben.leave()]);
  });

  it.concurrent('is invisible to everyone', async () => {
    const ana = await scene.guest('mtg_hidden', 'pt_ana');
    const { leave } = await scene.listen('mtg_hidden', listenerAt(scene.server.url));
    expect(
      (await scene.media.listParticipants('mtg_hidden')).map((one) => one.kind).toSorted(),
    ).toEqual(['machine', 'person']);
    expect(ana.others()).toEqual([]);
    await leave();
    await ana.leave();
  });
});
