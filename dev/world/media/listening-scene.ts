// A real media server, people who speak into its rooms, and what a listener hears of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { mediaServerPath, testSpeechPath } from '../../../setup/places.mjs';
import { type EmbeddedMedia, startEmbeddedMedia } from '../../../src/adapters/embedded/livekit.ts';
import { liveKitMedia } from '../../../src/adapters/livekit-api/livekit-media.ts';
import { newRef } from '../../../src/core/ids.ts';
import type { AudibleTrack, MayHear, ListenerPort, MediaPort } from '../../../src/core/ports.ts';
import { freePorts } from '../free-ports.ts';
import { joinAsTalker, readWav, type Talker } from './talker.ts';
import { silentLog } from '../clock-and-log.ts';

/** 20 ms. */
export const FRAME = 320;
/** Of 1. Another part of the same speech is like it by 0.5, and guests speak unevenly on a busy machine. */
export const ALIKE = 0.8;

export type ListeningScene = {
  server: EmbeddedMedia;
  media: MediaPort;
  ports: { http: number; tcp: number; udp: number };
  tokenOf(meetingRef: string, identity: string, role: 'guest' | 'scribe'): Promise<string>;
  guest(meetingRef: string, identity: string): Promise<Talker>;
  /** A scribe in the room, and what it hears. */
  listen(meetingRef: string, listener: ListenerPort, mayHear?: MayHear): Promise<Listening>;
  close(): Promise<void>;
};
export type Heard = { track: AudibleTrack; samples: number[]; isOver: boolean };
export type Listening = Awaited<ReturnType<ListenerPort['join']>> & {
  sinks: Heard[];
  heardOf(identity: string): Promise<Heard>;
};

export async function listeningScene(): Promise<ListeningScene> {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-listener-'));
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const ports = { http, tcp, udp };
  const server = await startEmbeddedMedia({
    dataDir,
    serverPath,
    ports,
    nodeIp: '127.0.0.1',
    webhookUrl: 'http://127.0.0.1:9/nobody',
    log: silentLog,
  });
  const media = liveKitMedia(server);
  const tokenOf: ListeningScene['tokenOf'] = async (meetingRef, identity, role) => {
    await media.openRoom(meetingRef, 60);
    return media.mintToken({ meetingRef, identity, displayName: identity, role, ttlSeconds: 60 });
  };
  return {
    server,
    media,
    ports,
    tokenOf,
    guest: async (meetingRef, identity) =>
      joinAsTalker(server.url, await tokenOf(meetingRef, identity, 'guest')),
    listen: async (meetingRef, listener, mayHear = () => true) =>
      hearThose(mayHear, listener, await tokenOf(meetingRef, newRef('scr'), 'scribe')),
    close: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function hearThose(
  mayHear: MayHear,
  listener: ListenerPort,
  token: string,
): Promise<Listening> {
  const sinks: Heard[] = [];
  const stay = await listener.join(
    token,
    (track) => {
      const sink: Heard = { track, samples: [], isOver: false };
      sinks.push(sink);
      return {
        write: (samples) => void sink.samples.push(...samples),
        writeSilence: (samples) => void sink.samples.push(...new Int16Array(samples)),
        end: () => void (sink.isOver = true),
      };
    },
    mayHear,
  );
  const heardOf = (identity: string) =>
    vi.waitFor(() => {
      const sink = sinks.findLast((one) => one.track.identity === identity);
      if (!sink) throw new Error(`nothing of ${identity} yet`);
      return sink;
    }, 5_000);
  return { ...stay, sinks, heardOf };
}

/** How loud each 20 ms are. */
export function loudness(samples: ArrayLike<number>, frame: number): number[] {
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

export function bestShift(
  heard: readonly number[],
  said: readonly number[],
): { shift: number; alike: number } {
  const all = Array.from({ length: Math.max(1, heard.length - said.length) }, (_, shift) => ({
    shift,
    alike: likeness(heard, said, shift),
  }));
  return all.toSorted((a, b) => b.alike - a.alike)[0] ?? { shift: 0, alike: 0 };
}

export function partOf(file: string, fromMs: number, toMs: number): number[] {
  return loudness(readWav(testSpeechPath(file)).samples.slice(fromMs * 48, toMs * 48), 3 * FRAME);
}
