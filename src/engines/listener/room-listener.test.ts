import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { silentLog } from '../../../dev/world/silent-log.ts';
import { joinAsTalker, readWav, type Talker } from '../../../dev/world/media/talker.ts';
import { mediaServerPath, testSpeechPath, testSpeechTable } from '../../../setup/places.mjs';
import { type HeardTrack, type ListenerPort, type MediaPort } from '../../core/ports.ts';
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
    'hears everybody as they speak, each time at its place, over pauses in which nothing is sent',
    { timeout: 30_000 },
    async () => {
      const [ana, ben] = [await guest('mtg_talk', 'pt_ana'), await guest('mtg_talk', 'pt_ben')];
      const { ears, earOf, leave } = await listen('mtg_talk');
      const [annas, bens] = [await earOf('pt_ana'), await earOf('pt_ben')];
      const startedAt = performance.now();
      const part = { fromMs: LEAD_MS - 500, toMs: LEAD_MS + 2_500 };
      await ana.say(testSpeechPath('plan'), part);
      await ben.say(testSpeechPath('reply'), part);
      const againMs = performance.now() - startedAt;
      await ana.say(testSpeechPath('plan'), part);
      const allMs = performance.now() - startedAt + 500;
      await vi.waitFor(() => expect(annas.samples.length / 16).toBeGreaterThan(allMs), 3_000);
      await leave();

      expect(ears).toHaveLength(2);
      for (const { track, isOver } of ears)
        expect([track.wasThere, track.isMuted(), isOver]).toEqual([true, false, true]);
      const [said, replied] = [
        partOf('plan', part.fromMs, part.toMs),
        partOf('reply', part.fromMs, part.toMs),
      ];
      const heard = loudness(annas.samples, FRAME);
      const first = bestShift(heard.slice(0, againMs / 20), said);
      const second = bestShift(heard.slice(againMs / 20), said);
      const between = bestShift(loudness(bens.samples, FRAME), replied);
      expect(
        Math.min(first.alike, second.alike, between.alike),
        JSON.stringify([first, second, between]),
      ).toBeGreaterThan(ALIKE);
      const apartMs = 20 * (second.shift - first.shift) + againMs;
      expect(Math.abs(apartMs - againMs)).toBeLessThan(100);
    },
  );

  it(
    'is told of who comes and goes, and of microphones that are taken away',
    { timeout: 30_000 },
    async () => {
      const { ears, earOf, leave } = await listen('mtg_goes');
      const ana = await guest('mtg_goes', 'pt_ana');
      const first = await earOf('pt_ana');
      expect(first.track.wasThere).toBe(false);
      await ana.republish();
      await vi.waitFor(() => expect([first.isOver, ears.length]).toEqual([true, 2]), 5_000);
      await ana.leave();
      await vi.waitFor(() => expect(ears.every((ear) => ear.isOver)).toBe(true), 5_000);
      await leave();
    },
  );

  it('is seen by nobody', async () => {
    const ana = await guest('mtg_hidden', 'pt_ana');
    const { leave } = await listen('mtg_hidden');
    expect((await media.listParticipants('mtg_hidden')).map((one) => one.kind).toSorted()).toEqual([
      'machine',
      'person',
    ]);
    expect(ana.others()).toEqual([]);
    await leave();
    await ana.leave();
  });
});
