// A real media server, people who speak in its rooms, and what the listener receives of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { testSpeechPath } from '../../../setup/places.mjs';
import type { EmbeddedMedia } from '../../../src/adapters/embedded/livekit.ts';
import { liveKitMedia } from '../../../src/adapters/livekit-api/livekit-media.ts';
import { newRef } from '../../../src/core/ids.ts';
import { SAMPLES_PER_MS } from '../../../src/core/sound.ts';
import type { AudibleTrack, MayHear, ListenerPort, MediaPort } from '../../../src/core/ports.ts';
import { type MediaPorts, startMediaServer } from './media-server.ts';
import { joinAsTalker, QUEUED_PACE, readWav, type Talker } from './talker.ts';

/** 20 ms at 16 kHz. */
export const FRAME = 320;
/** Least likeness (0 to 1) of the same sound. Other parts of a speech reach 0.5, and a busy machine sends unevenly. */
export const ALIKE = 0.8;

export type ListeningScene = {
  server: EmbeddedMedia;
  media: MediaPort;
  ports: MediaPorts;
  tokenOf(meetingRef: string, identity: string, role: 'guest' | 'scribe'): Promise<string>;
  guest(meetingRef: string, identity: string): Promise<Talker>;
  /** Joins as a scribe and records what it receives. */
  listen(meetingRef: string, listener: ListenerPort, mayHear?: MayHear): Promise<Listening>;
  close(): Promise<void>;
};
export type Heard = { track: AudibleTrack; samples: number[]; lostMs: number; isOver: boolean };
export type Listening = Awaited<ReturnType<ListenerPort['join']>> & {
  sinks: Heard[];
  heardOf(identity: string): Promise<Heard>;
};

export async function listeningScene(): Promise<ListeningScene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-listener-'));
  const { server, ports } = await startMediaServer(dataDir);
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
      joinAsTalker(server.url, await tokenOf(meetingRef, identity, 'guest'), QUEUED_PACE),
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
      const sink: Heard = { track, samples: [], lostMs: 0, isOver: false };
      sinks.push(sink);
      return {
        // One by one: the silence of a process that stood still is more than a call takes as arguments.
        write: (samples) => samples.forEach((sample) => sink.samples.push(sample)),
        writeSilence: (samples) => {
          for (let left = samples; left > 0; left -= 1) sink.samples.push(0);
        },
        noteLost: (samples) => void (sink.lostMs += samples / SAMPLES_PER_MS),
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
    }, 30_000);
  return { ...stay, sinks, heardOf };
}

/** The RMS level of each frame. */
export function loudness(samples: ArrayLike<number>, frame: number): number[] {
  const all = Float64Array.from(samples);
  return Array.from({ length: Math.floor(all.length / frame) }, (_, i) =>
    Math.sqrt(
      all.subarray(i * frame, (i + 1) * frame).reduce((sum, sample) => sum + sample * sample, 0) /
        frame,
    ),
  );
}

/** The correlation of two sounds (-1 to 1) if the second begins `shift` frames into the first. */
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
