// A guest without a browser: speaks WAV files into a real room and reads the captions that come back.
import { readFileSync } from 'node:fs';
import { AudioFrame, AudioSource, LocalAudioTrack, Room, RoomEvent, TrackPublishOptions, TrackSource } from '@livekit/rtc-node';

const FRAME_MS = 20;
/** What the source may hold back: the sound is heard this much later than it is handed over. */
const QUEUE_MS = 100;

export type ReadCaption = { kind: 'partial' | 'final'; participantRef: string; utteranceRef: string; text: string; atMs: number };
export type Talker = {
  /** Final ones. */
  captions: ReadCaption[];
  partials: ReadCaption[];
  /** Takes the microphone away and brings it back, as a new track. */
  republish(): Promise<void>;
  /** Speaks the file from `fromMs` to `toMs`, in real time; resolves when it is said, with the moment of its first sound. */
  say(wavPath: string, part?: { fromMs?: number; toMs?: number }): Promise<number>;
  leave(): Promise<void>;
};

export async function joinAsTalker(url: string, token: string): Promise<Talker> {
  const room = new Room();
  const captions: ReadCaption[] = [];
  const partials: ReadCaption[] = [];
  room.on(RoomEvent.DataReceived, (payload, participant, _kind, topic) => {
    if (topic !== 'caption' || participant) return;
    const caption: ReadCaption = { ...JSON.parse(new TextDecoder().decode(payload)), atMs: Date.now() };
    (caption.kind === 'final' ? captions : partials).push(caption);
  });
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  const source = new AudioSource(48_000, 1, QUEUE_MS);
  const options = new TrackPublishOptions();
  options.source = TrackSource.SOURCE_MICROPHONE;
  let track = LocalAudioTrack.createAudioTrack('microphone', source);
  await room.localParticipant?.publishTrack(track, options);
  return {
    captions,
    partials,
    republish: async () => {
      await room.localParticipant?.unpublishTrack(track.sid ?? '', false);
      track = LocalAudioTrack.createAudioTrack('microphone', source);
      await room.localParticipant?.publishTrack(track, options);
    },
    say: async (wavPath, { fromMs = 0, toMs = Infinity } = {}) => {
      const { rate, samples } = readWav(wavPath);
      if (rate !== 48_000) throw new Error('a talker speaks 48 kHz only');
      const frame = (rate * FRAME_MS) / 1000;
      const startedAtMs = Date.now();
      for (let at = fromMs * 48; at + frame <= Math.min(samples.length, toMs * 48); at += frame) {
        await source.captureFrame(new AudioFrame(samples.slice(at, at + frame), rate, 1, frame));
      }
      await source.waitForPlayout();
      return startedAtMs;
    },
    leave: () => room.disconnect(),
  };
}

/** The samples of a mono 16-bit WAV. */
export function readWav(path: string): { rate: number; samples: Int16Array } {
  const wav = readFileSync(path);
  let at = 12;
  while (wav.toString('latin1', at, at + 4) !== 'data') at += 8 + wav.readUInt32LE(at + 4);
  const bytes = wav.subarray(at + 8, at + 8 + wav.readUInt32LE(at + 4));
  return {
    rate: wav.readUInt32LE(24),
    samples: new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1))),
  };
}
