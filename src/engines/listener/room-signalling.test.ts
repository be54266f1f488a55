import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ALIKE,
  bestShift,
  FRAME,
  type Heard,
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
/** A media server from which nothing comes is given up after 7 s. */
const AT_ONCE_MS = 5_000;
const HEARD_WITHIN_MS = 20_000;
let scene: ListeningScene;

beforeAll(async () => {
  scene = await listeningScene();
});

afterAll(() => scene.close());

type Times = { from: number; to: number };

async function timesOf(act: () => unknown): Promise<Times> {
  const from = Date.now();
  await act();
  return { from, to: Date.now() };
}

function expectAtOnce(at: number, { from, to }: Times): void {
  expect(at).toBeGreaterThan(from - AT_ONCE_MS);
  expect(at).toBeLessThan(to + AT_ONCE_MS);
}

/** Until what was heard of Ana is that part of her speech. */
async function whenHeard(sink: Heard, part: { fromMs: number; toMs: number }): Promise<void> {
  const said = partOf('plan', part.fromMs, part.toMs);
  await vi.waitFor(
    () => expect(bestShift(loudness(sink.samples, FRAME), said).alike).toBeGreaterThan(ALIKE),
    HEARD_WITHIN_MS,
  );
}

describe('roomListener', () => {
  it('shows other scribes that it receives everyone, once sound of each has arrived', async () => {
    const ana = await scene.guest('mtg_shown', 'pt_ana');
    const { heardOf, leave } = await scene.listen('mtg_shown', roomListener(scene.server.url));
    await heardOf('pt_ana');
    const shown = async () =>
      (await scene.media.listParticipants('mtg_shown')).some(({ receives }) => receives);
    expect(await shown()).toBe(false);
    await ana.say(testSpeechPath('plan'), { fromMs: LEAD_MS, toMs: LEAD_MS + 1_000 });
    await vi.waitFor(async () => expect(await shown()).toBe(true), HEARD_WITHIN_MS);
    await Promise.all([leave(), ana.leave()]);
  });

  it('keeps receiving while its signalling breaks, and learns afterwards who came', async () => {
    await using relay = await signallingRelay(scene.ports.http);
    const ana = await scene.guest('mtg_breaks', 'pt_ana');
    const { heardOf, over, leave } = await scene.listen('mtg_breaks', roomListener(relay.url));
    const sink = await heardOf('pt_ana');
    let isOver = false;
    void over.then(() => (isOver = true));
    const part = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 4_000 };
    const speaking = ana.say(testSpeechPath('plan'), part);
    await vi.waitFor(
      () => expect(sink.samples.length).toBeGreaterThan(2_000 * 16),
      HEARD_WITHIN_MS,
    );
    relay.cut();
    await scene.guest('mtg_breaks', 'pt_ben');
    await speaking;
    await heardOf('pt_ben');
    expect(isOver).toBe(false);
    await whenHeard(sink, part);
    await leave();
  });

  it('ends when its signalling breaks during a request', async () => {
    await using relay = await signallingRelay(scene.ports.http);
    const { over } = await scene.listen('mtg_asked', roomListener(relay.url));
    const swallowed = relay.swallow();
    await scene.guest('mtg_asked', 'pt_ana');
    // More than a ping or two.
    await vi.waitFor(() => expect(swallowed.bytes).toBeGreaterThan(60), HEARD_WITHIN_MS);
    const cut = await timesOf(() => relay.cut());
    expectAtOnce(await over, cut);
  });

  it('receives by TCP where UDP is blocked', async () => {
    await using relay = await signallingRelay(scene.ports.http, scene.ports.udp);
    const ana = await scene.guest('mtg_tcp', 'pt_ana');
    const { heardOf, leave } = await scene.listen('mtg_tcp', roomListener(relay.url));
    const sink = await heardOf('pt_ana');
    const part = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 2_500 };
    await ana.say(testSpeechPath('plan'), part);
    await whenHeard(sink, part);
    await leave();
  });

  it('reports what the network of a person lost of their speech', async () => {
    await using link = await lossyLink(scene.ports, 0);
    const token = await scene.tokenOf('mtg_loses', 'pt_ana', 'guest');
    const ana = await joinAsTalker(link.url, token);
    const { heardOf, leave } = await scene.listen('mtg_loses', roomListener(scene.server.url));
    const sink = await heardOf('pt_ana');
    const isCut = (ms: number) => ms > LEAD_MS + 3_000 && ms < LEAD_MS + 6_000;
    const cutAtMs: number[] = [];
    await ana.say(testSpeechPath('plan'), {
      fromMs: LEAD_MS,
      toMs: LEAD_MS + 8_000,
      onFrame: (ms) => {
        link.lose(isCut(ms) ? 1 : 0);
        if (isCut(ms)) cutAtMs.push(Date.now());
      },
    });
    await vi.waitFor(() => expect(sink.lostMs).toBeGreaterThan(1_000), HEARD_WITHIN_MS);
    expect(sink.lostMs).toBeLessThan(Math.max(...cutAtMs) - Math.min(...cutAtMs) + 1_000);
    await Promise.all([leave(), ana.leave()]);
  });

  it("also joins through the product's own address, which forwards signalling", async () => {
    const product = await serverWorld({
      signallingUrl: scene.server.url,
      ctx: { media: scene.media },
    });
    const ana = await scene.guest('mtg_product', 'pt_ana');
    const { heardOf, leave } = await scene.listen('mtg_product', roomListener(product.url));
    const sink = await heardOf('pt_ana');
    await ana.say(testSpeechPath('plan'), { fromMs: LEAD_MS, toMs: LEAD_MS + 1_000 });
    await vi.waitFor(
      () => expect(sink.samples.some((sample) => sample > 1_000)).toBe(true),
      HEARD_WITHIN_MS,
    );
    await leave();
  });

  it('ends when the room is closed, and when the media server dies', async () => {
    const [closed, dies] = [
      await scene.listen('mtg_closed', roomListener(scene.server.url)),
      await scene.listen('mtg_dies', roomListener(scene.server.url)),
    ];
    const closing = await timesOf(() => scene.media.closeRoom('mtg_closed'));
    expectAtOnce(await closed.over, closing);
    // It does not wait for a server that is dead.
    expectAtOnce(Date.now(), closing);
    await scene.guest('mtg_dies', 'pt_ana');
    const sink = await dies.heardOf('pt_ana');
    const killing = await timesOf(() => process.kill(scene.server.pid, 'SIGKILL'));
    expectAtOnce(await dies.over, killing);
    expect(sink.isOver).toBe(true);
    await vi.waitFor(
      async () => expect(await scene.media.listRooms()).toEqual([]),
      HEARD_WITHIN_MS,
    );
    const again = await scene.listen('mtg_dies', roomListener(scene.server.url));
    // Ana's own client is reconnecting; a second one of her name would be put out by it, or put it out.
    await scene.guest('mtg_dies', 'pt_ben');
    await again.heardOf('pt_ben');
    await Promise.all([closed.leave(), dies.leave(), again.leave()]);
  });

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
