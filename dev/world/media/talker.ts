// A guest without a browser, who plays WAV files into a real room and reads the captions.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { testSpeechPath, testSpeechTable } from '../../../setup/places.mjs';
import { type ReadCaptions, readCaptions } from '../speech/read-captions.ts';

/** Sound is written in frames of `frameMs` and queued for up to `queueMs`, by which it is delayed. */
export type Pace = { frameMs: number; queueMs: number };
/** Without a limit the library may wait forever for a dead server. */
const LEAVE_WITHIN_MS = 5000;
/** An empty queue sends silence, which spoils a word. This one outlasts a second in which the process is busy. */
const STEADY_PACE: Pace = { frameMs: 20, queueMs: 1_000 };

/** Queues a whole text at once, which a busy process cannot interrupt; `onFrame` is called long before its sound. */
export const QUEUED_PACE: Pace = { frameMs: 100, queueMs: 60_000 };

/** Peak to peak, of 65536. */
const FAINT = 24;

/** `onFrame` is called after each frame with the position in the file. */
export type Part = { fromMs?: number; toMs?: number; onFrame?: (fileMs: number) => void };
export type Talker = ReadCaptions & {
  /** Unpublishes the microphone and publishes it again as a new track. */
  republish(): Promise<void>;
  /** Plays the file from `fromMs` to `toMs` in real time. Returns the Unix time of its first sound. */
  say(wavPath: string, part?: Part): Promise<number>;
  /** Sends the faint noise of a quiet room until `signal` is aborted. */
  hush(signal: AbortSignal): Promise<void>;
  /** The identities of the other participants in the room. */
  others(): string[];
  leave(): Promise<void>;
};

export async function joinAsTalker(
  url: string,
  token: string,
  { frameMs, queueMs } = STEADY_PACE,
): Promise<Talker> {
  const room = new Room();
  const read = readCaptions(room);
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  const source = new AudioSource(48_000, 1, queueMs);
  const options = new TrackPublishOptions();
  options.source = TrackSource.SOURCE_MICROPHONE;
  let track = LocalAudioTrack.createAudioTrack('microphone', source);
  await room.localParticipant?.publishTrack(track, options);
  return {
    ...read,
    republish: async () => {
      await room.localParticipant?.unpublishTrack(track.sid ?? '', false);
      track = LocalAudioTrack.createAudioTrack('microphone', source);
      await room.localParticipant?.publishTrack(track, options);
    },
    say: async (wavPath, { fromMs = 0, toMs = Infinity, onFrame } = {}) => {
      const { rate, samples } = readWav(wavPath);
      if (rate !== 48_000) throw new Error('a talker speaks 48 kHz only');
      const frame = (rate * frameMs) / 1000;
      const startedAtMs = Date.now();
      for (let at = fromMs * 48; at + frame <= Math.min(samples.length, toMs * 48); at += frame) {
        await source.captureFrame(new AudioFrame(samples.slice(at, at + frame), rate, 1, frame));
        onFrame?.((at + frame) / 48);
      }
      // On a dead connection waitForPlayout never resolves.
      await Promise.race([source.waitForPlayout(), delay(queueMs + 1000)]);
      return startedAtMs;
    },
    hush: async (signal) => {
      const frame = 48 * frameMs;
      while (!signal.aborted) {
        const noise = Int16Array.from({ length: frame }, () =>
          Math.round((Math.random() - 0.5) * FAINT),
        );
        await source.captureFrame(new AudioFrame(noise, 48_000, 1, frame));
      }
    },
    others: () => [...room.remoteParticipants.keys()],
    leave: () => Promise.race([room.disconnect(), delay(LEAVE_WITHIN_MS)]),
  };
}

const PIECE_MS = 2_000;
/** Of the human recording. */
const PIECES = 20;

/** Says pieces of the human recording over and over until it is time, however late that is. */
export async function talkUntil(
  { say }: Pick<Talker, 'say'>,
  isTime: () => boolean,
): Promise<void> {
  const firstMs = testSpeechTable().leadSilenceSeconds * 1_000;
  for (let piece = 0; !isTime(); piece = (piece + 1) % PIECES) {
    const fromMs = firstMs + piece * PIECE_MS;
    await say(testSpeechPath('two_cities'), { fromMs, toMs: fromMs + PIECE_MS });
  }
}

/** The samples of a mono 16-bit WAV. */
export function readWav(path: string): { rate: number; samples: Int16Array } {
  const wav = readFileSync(path);
  let at = 12;
  while (wav.toString('latin1', at, at + 4) !== 'data') at += 8 + wav.readUInt32LE(at + 4);
  const bytes = wav.subarray(at + 8, at + 8 + wav.readUInt32LE(at + 4));
  return {
    rate: wav.readUInt32LE(24),
    samples: new Int16Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)),
    ),
  };
}
