import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { signallingRelay } from '../../../dev/world/media/signalling-relay.ts';
import { silentLog } from '../../../dev/world/silent-log.ts';
import { joinAsTalker, readWav, type Talker } from '../../../dev/world/media/talker.ts';
import { mediaServerPath, testSpeechPath, testSpeechTable } from '../../../setup/places.mjs';
import {
  type HeardTrack,
  type ListenerPort,
  MediaUnavailable,
  type MediaPort,
} from '../../core/ports.ts';
import { newRef } from '../../core/ids.ts';
import { type EmbeddedMedia, startEmbeddedMedia } from '../../adapters/embedded/livekit.ts';
import { liveKitMedia } from '../../adapters/livekit-api/livekit-media.ts';
import { roomListener } from './room-listener.ts';

const FRAME = 320;

/** Of 1. Another part of the same speech is like it by 0.5, and guests speak unevenly on a busy machine. */
const ALIKE = 0.8;

const LEAD_MS = testSpeechTable().leadSilenceSeconds * 1000;

let dataDir: string;

let server: EmbeddedMedia;

let media: MediaPort;

let ports: { http: number; tcp: number; udp: number };

beforeAll(async () => {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  dataDir = await mkdtemp(join(tmpdir(), 'parley-listener-'));
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  ports = { http, tcp, udp };
  server = await startEmbeddedMedia({
    dataDir,
    serverPath,
    ports,
    nodeIp: '127.0.0.1',
    webhookUrl: 'http://127.0.0.1:9/nobody',
    log: silentLog,
  });
  media = liveKitMedia(server);
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function tokenOf(
  meetingRef: string,
  identity: string,
  role: 'guest' | 'scribe',
): Promise<string> {
  await media.openRoom(meetingRef);
  return media.mintToken({ meetingRef, identity, displayName: identity, role, ttlSeconds: 60 });
}

async function guest(meetingRef: string, identity: string): Promise<Talker> {
  return joinAsTalker(server.url, await tokenOf(meetingRef, identity, 'guest'));
}

type Ear = { track: HeardTrack; samples: number[]; isOver: boolean };

/** A scribe in the room, and what it hears. */
async function listen(meetingRef: string, listener: ListenerPort = roomListener(server.url)) {
  const ears: Ear[] = [];
  const stay = await listener.join(await tokenOf(meetingRef, newRef('scr'), 'scribe'), (track) => {
    const ear: Ear = { track, samples: [], isOver: false };
    ears.push(ear);
    return {
      hear: (samples) => void ear.samples.push(...samples),
      rest: (samples) => void ear.samples.push(...new Int16Array(samples)),
      end: () => void (ear.isOver = true),
    };
  });
  const earOf = (identity: string) =>
    vi.waitFor(() => {
      const ear = ears.findLast((one) => one.track.identity === identity);
      if (!ear) throw new Error(`nothing of ${identity} yet`);
      return ear;
    }, 5_000);
  return { ...stay, ears, earOf };
}

/** How loud each 20 ms are. */
function loudness(samples: ArrayLike<number>, frame: number): number[] {
  const all = Float64Array.from(samples);
  return Array.from({ length: Math.floor(all.length / frame) }, (_, i) =>
    Math.sqrt(
      all.subarray(i * frame, (i + 1) * frame).reduce((sum, sample) => sum + sample * sample, 0) /
        frame,
    ),
  );
}

/** How alike two sounds are when the second begins `shift` frames into the first. */
function likeness(heard: readonly number[], said: readonly number[], shift: number): number {
  const pairs = said.map((value, i) => [value, heard[i + shift] ?? 0] as const);
  const mean = (side: 0 | 1): number =>
    pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const sum = (of: (pair: readonly [number, number]) => number): number =>
    pairs.reduce((total, pair) => total + of(pair), 0);
  const spread = Math.sqrt(sum(([x]) => (x - a) ** 2) * sum(([, y]) => (y - b) ** 2));
  return spread === 0 ? 0 : sum(([x, y]) => (x - a) * (y - b)) / spread;
}

function bestShift(
  heard: readonly number[],
  said: readonly number[],
): { shift: number; alike: number } {
  const all = Array.from({ length: Math.max(1, heard.length - said.length) }, (_, shift) => ({
    shift,
    alike: likeness(heard, said, shift),
  }));
  return all.toSorted((a, b) => b.alike - a.alike)[0] ?? { shift: 0, alike: 0 };
}

function partOf(file: string, fromMs: number, toMs: number): number[] {
  return loudness(readWav(testSpeechPath(file)).samples.slice(fromMs * 48, toMs * 48), 3 * FRAME);
}

describe('roomListener', () => {
  it(
    'goes on hearing while its signalling breaks, and learns afterwards of who came',
    { timeout: 30_000 },
    async () => {
      await using relay = await signallingRelay(ports.http);
      const ana = await guest('mtg_breaks', 'pt_ana');
      const { earOf, over, leave } = await listen('mtg_breaks', roomListener(relay.url));
      const ear = await earOf('pt_ana');
      let isOver = false;
      void over.then(() => (isOver = true));
      const part = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 4_000 };
      const speaking = ana.say(testSpeechPath('plan'), part);
      await vi.waitFor(() => expect(ear.samples.length).toBeGreaterThan(2_000 * 16), 5_000);
      relay.cut();
      await guest('mtg_breaks', 'pt_ben');
      await speaking;
      await earOf('pt_ben');
      expect(isOver).toBe(false);
      const said = partOf('plan', part.fromMs, part.toMs);
      await vi.waitFor(
        () => expect(bestShift(loudness(ear.samples, FRAME), said).alike).toBeGreaterThan(ALIKE),
        5_000,
      );
      await leave();
    },
  );

  it(
    'begins anew when its signalling breaks over what it asked for',
    { timeout: 30_000 },
    async () => {
      await using relay = await signallingRelay(ports.http);
      const { over } = await listen('mtg_asked', roomListener(relay.url));
      const swallowed = relay.swallow();
      await guest('mtg_asked', 'pt_ana');
      // More than a ping or two.
      await vi.waitFor(() => expect(swallowed.bytes).toBeGreaterThan(60), 10_000);
      const cutAt = Date.now();
      relay.cut();
      expect(Math.abs((await over) - cutAt)).toBeLessThan(1_000);
    },
  );

  it('hears by TCP where UDP is blocked', { timeout: 30_000 }, async () => {
    await using relay = await signallingRelay(ports.http, ports.udp);
    const ana = await guest('mtg_tcp', 'pt_ana');
    const { earOf, leave } = await listen('mtg_tcp', roomListener(relay.url));
    const ear = await earOf('pt_ana');
    const part = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 2_500 };
    await ana.say(testSpeechPath('plan'), part);
    const said = partOf('plan', part.fromMs, part.toMs);
    await vi.waitFor(
      () => expect(bestShift(loudness(ear.samples, FRAME), said).alike).toBeGreaterThan(ALIKE),
      5_000,
    );
    await leave();
  });

  it(
    "comes in by the product's own address too, which hands signalling on",
    { timeout: 30_000 },
    async () => {
      const product = await serverWorld({ signallingUrl: server.url });
      const ana = await guest('mtg_product', 'pt_ana');
      const { earOf, leave } = await listen('mtg_product', roomListener(product.url));
      const ear = await earOf('pt_ana');
      await ana.say(testSpeechPath('plan'), { fromMs: LEAD_MS, toMs: LEAD_MS + 1_000 });
      await vi.waitFor(() => expect(Math.max(...ear.samples)).toBeGreaterThan(1_000), 5_000);
      await leave();
    },
  );

  it(
    'is over when the room is closed, and when the media server dies',
    { timeout: 30_000 },
    async () => {
      const [closed, dies] = [await listen('mtg_closed'), await listen('mtg_dies')];
      const closedAt = Date.now();
      await media.closeRoom('mtg_closed');
      expect(Math.abs((await closed.over) - closedAt)).toBeLessThan(2_000);
      // At once: it does not wait for a server that is dead.
      expect(Date.now() - closedAt).toBeLessThan(2_000);
      await guest('mtg_dies', 'pt_ana');
      const ear = await dies.earOf('pt_ana');
      const diedAt = Date.now();
      process.kill(server.pid, 'SIGKILL');
      expect(Math.abs((await dies.over) - diedAt)).toBeLessThan(2_000);
      expect(ear.isOver).toBe(true);
      await vi.waitFor(async () => expect(await media.listRooms()).toEqual([]), 10_000);
      const again = await listen('mtg_dies');
      await guest('mtg_dies', 'pt_ana');
      await again.earOf('pt_ana');
      await Promise.all([closed.leave(), dies.leave(), again.leave()]);
    },
  );

  it('says that media is unavailable when it is not let in, and when nobody answers', async () => {
    const token = await tokenOf('mtg_refused', 'scr_1', 'scribe');
    const [nowhere = 0] = await freePorts(1);
    const join = (url: string, good: string) => roomListener(url).join(good, () => null);
    await expect(join(server.url, `${token}x`)).rejects.toBeInstanceOf(MediaUnavailable);
    await expect(join(`ws://127.0.0.1:${nowhere}`, token)).rejects.toBeInstanceOf(MediaUnavailable);
  });
});
