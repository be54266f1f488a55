import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ALIKE,
  bestShift,
  FRAME,
  type ListeningScene,
  listeningScene,
  loudness,
  partOf,
} from '../../../dev/world/media/listening-scene.ts';
import { joinAsTalker } from '../../../dev/world/media/talker.ts';
import { lossyLink } from '../../../dev/world/media/lossy-link.ts';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { signallingRelay } from '../../../dev/world/media/signalling-relay.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { testSpeechPath, testSpeechTable } from '../../../setup/places.mjs';
import { MediaUnavailable } from '../../core/ports.ts';
import { roomListener } from './room-listener.ts';

const LEAD_MS = testSpeechTable().leadSilenceSeconds * 1000;
let scene: ListeningScene;

beforeAll(async () => {
  scene = await listeningScene();
});

afterAll(() => scene.close());

describe('roomListener', () => {
  it(
    'keeps receiving while its signalling breaks, and learns afterwards who came',
    { timeout: 30_000 },
    async () => {
      await using relay = await signallingRelay(scene.ports.http);
      const ana = await scene.guest('mtg_breaks', 'pt_ana');
      const { heardOf, over, leave } = await scene.listen('mtg_breaks', roomListener(relay.url));
      const sink = await heardOf('pt_ana');
      let isOver = false;
      void over.then(() => (isOver = true));
      const part = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 4_000 };
      const speaking = ana.say(testSpeechPath('plan'), part);
      await vi.waitFor(() => expect(sink.samples.length).toBeGreaterThan(2_000 * 16), 5_000);
      relay.cut();
      await scene.guest('mtg_breaks', 'pt_ben');
      await speaking;
      await heardOf('pt_ben');
      expect(isOver).toBe(false);
      const said = partOf('plan', part.fromMs, part.toMs);
      await vi.waitFor(
        () => expect(bestShift(loudness(sink.samples, FRAME), said).alike).toBeGreaterThan(ALIKE),
        5_000,
      );
      await leave();
    },
  );

  it('ends when its signalling breaks during a request', { timeout: 30_000 }, async () => {
    await using relay = await signallingRelay(scene.ports.http);
    const { over } = await scene.listen('mtg_asked', roomListener(relay.url));
    const swallowed = relay.swallow();
    await scene.guest('mtg_asked', 'pt_ana');
    // More than a ping or two.
    await vi.waitFor(() => expect(swallowed.bytes).toBeGreaterThan(60), 10_000);
    const cutAt = Date.now();
    relay.cut();
    expect(Math.abs((await over) - cutAt)).toBeLessThan(1_000);
  });

  it('receives by TCP where UDP is blocked', { timeout: 30_000 }, async () => {
    await using relay = await signallingRelay(scene.ports.http, scene.ports.udp);
    const ana = await scene.guest('mtg_tcp', 'pt_ana');
    const { heardOf, leave } = await scene.listen('mtg_tcp', roomListener(relay.url));
    const sink = await heardOf('pt_ana');
    const part = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 2_500 };
    await ana.say(testSpeechPath('plan'), part);
    const said = partOf('plan', part.fromMs, part.toMs);
    await vi.waitFor(
      () => expect(bestShift(loudness(sink.samples, FRAME), said).alike).toBeGreaterThan(ALIKE),
      5_000,
    );
    await leave();
  });

  it('reports what the network of a person lost of their speech', { timeout: 30_000 }, async () => {
    await using link = await lossyLink(scene.ports, 0);
    const token = await scene.tokenOf('mtg_loses', 'pt_ana', 'guest');
    const ana = await joinAsTalker(link.url, token);
    const { heardOf, leave } = await scene.listen('mtg_loses', roomListener(scene.server.url));
    const sink = await heardOf('pt_ana');
    const isCut = (ms: number) => ms > LEAD_MS + 3_000 && ms < LEAD_MS + 6_000;
    await ana.say(testSpeechPath('plan'), {
      fromMs: LEAD_MS,
      toMs: LEAD_MS + 8_000,
      onFrame: (ms) => link.lose(isCut(ms) ? 1 : 0),
    });
    await vi.waitFor(() => expect(sink.lostMs).toBeGreaterThan(1_000), 5_000);
    expect(sink.lostMs).toBeLessThan(4_000);
    await Promise.all([leave(), ana.leave()]);
  });

  it(
    "also joins through the product's own address, which forwards signalling",
    { timeout: 30_000 },
    async () => {
      const product = await serverWorld({
        signallingUrl: scene.server.url,
        ctx: { media: scene.media },
      });
      const ana = await scene.guest('mtg_product', 'pt_ana');
      const { heardOf, leave } = await scene.listen('mtg_product', roomListener(product.url));
      const sink = await heardOf('pt_ana');
      await ana.say(testSpeechPath('plan'), { fromMs: LEAD_MS, toMs: LEAD_MS + 1_000 });
      await vi.waitFor(() => expect(Math.max(...sink.samples)).toBeGreaterThan(1_000), 5_000);
      await leave();
    },
  );

  it(
    'ends when the room is closed, and when the media server dies',
    { timeout: 30_000 },
    async () => {
      const [closed, dies] = [
        await scene.listen('mtg_closed', roomListener(scene.server.url)),
        await scene.listen('mtg_dies', roomListener(scene.server.url)),
      ];
      const closedAt = Date.now();
      await scene.media.closeRoom('mtg_closed');
      expect(Math.abs((await closed.over) - closedAt)).toBeLessThan(2_000);
      // At once: it does not wait for a server that is dead.
      expect(Date.now() - closedAt).toBeLessThan(2_000);
      await scene.guest('mtg_dies', 'pt_ana');
      const sink = await dies.heardOf('pt_ana');
      const diedAt = Date.now();
      process.kill(scene.server.pid, 'SIGKILL');
      expect(Math.abs((await dies.over) - diedAt)).toBeLessThan(2_000);
      expect(sink.isOver).toBe(true);
      await vi.waitFor(async () => expect(await scene.media.listRooms()).toEqual([]), 10_000);
      const again = await scene.listen('mtg_dies', roomListener(scene.server.url));
      // Ana's own client is reconnecting; a second one of her name would be put out by it, or put it out.
      await scene.guest('mtg_dies', 'pt_ben');
      await again.heardOf('pt_ben');
      await Promise.all([closed.leave(), dies.leave(), again.leave()]);
    },
  );

  it('reports media as unavailable when it is refused, and when nobody answers', async () => {
    const token = await scene.tokenOf('mtg_refused', 'scr_1', 'scribe');
    const [nowhere = 0] = await freePorts(1);
    const join = (url: string, good: string) =>
      roomListener(url).join(
        good,
        () => null,
        () => true,
      );
    await expect(join(scene.server.url, `${token}x`)).rejects.toBeInstanceOf(MediaUnavailable);
    await expect(join(`ws://127.0.0.1:${nowhere}`, token)).rejects.toBeInstanceOf(MediaUnavailable);
  });
});
