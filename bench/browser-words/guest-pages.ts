// Guests' pages that record their microphone, processed as the bench sets it, or what they receive.
import { type Guest, inState } from '../../dev/world/media/guest.ts';

export type Processing = {
  echoCancellation: boolean;
  noiseSuppression: boolean;
  autoGainControl: boolean;
};
export type Recorded = { samples: Int16Array; beganAtMs: number; settings: MediaTrackSettings };

type AudioData = {
  timestamp: number;
  sampleRate: number;
  numberOfFrames: number;
  copyTo(into: Float32Array, how: { planeIndex: number; format: 'f32-planar' }): void;
  close(): void;
};
type Processor = new (of: { track: MediaStreamTrack; maxBufferSize: number }) => {
  readable: ReadableStream<AudioData>;
};
type Recording = {
  beganAtMs: number;
  settings: MediaTrackSettings;
  rateHz: number;
  chunks: { atUs: number; samples: Int16Array<ArrayBuffer> }[];
};
type Scene = {
  MediaStreamTrackProcessor: Processor;
  record(track: MediaStreamTrack): void;
  recording?: Recording;
};

/** Call before the page opens. */
export async function recordMicrophone({ page }: Guest, processing: Processing): Promise<void> {
  await page.addInitScript(defineRecord);
  await page.addInitScript((wanted) => {
    const { mediaDevices } = navigator;
    const native = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (asked = {}) => {
      if (!asked.audio) return native(asked);
      const constraints = asked.audio === true ? {} : asked.audio;
      const stream = await native({ ...asked, audio: { ...constraints, ...wanted } });
      for (const track of stream.getAudioTracks()) (globalThis as unknown as Scene).record(track);
      return stream;
    };
  }, processing);
}

/** Call before the page opens. */
export async function recordOthers({ page }: Guest): Promise<void> {
  await page.addInitScript(defineRecord);
  await page.addInitScript(() => {
    const Native = globalThis.RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Native {
      constructor(...given: ConstructorParameters<typeof Native>) {
        super(...given);
        this.addEventListener('track', ({ track }) => {
          if (track.kind === 'audio') (globalThis as unknown as Scene).record(track);
        });
      }
    };
  });
}

/** Runs in the page: records a track from now on, each sound at its time. */
function defineRecord(): void {
  const scene = globalThis as unknown as Scene;
  scene.record = (track) => {
    const recording: Recording = {
      beganAtMs: Date.now(),
      settings: track.getSettings(),
      rateHz: 0,
      chunks: [],
    };
    scene.recording = recording;
    // A page that is some seconds late misses nothing.
    const of = { track: track.clone(), maxBufferSize: 1_000 };
    const reader = new scene.MediaStreamTrackProcessor(of).readable.getReader();
    const read = async (): Promise<void> => {
      for (let next = await reader.read(); next.value; next = await reader.read()) {
        const { timestamp, sampleRate, numberOfFrames } = next.value;
        const floats = new Float32Array(numberOfFrames);
        next.value.copyTo(floats, { planeIndex: 0, format: 'f32-planar' });
        next.value.close();
        const samples = Int16Array.from(floats, (one) =>
          Math.max(-32_768, Math.min(32_767, Math.round(one * 32_767))),
        );
        recording.rateHz = sampleRate;
        recording.chunks.push({ atUs: timestamp, samples });
      }
    };
    void read();
  };
}

/** What the page recorded so far, at 48 kHz. */
export async function recorded({ page }: Guest): Promise<Recorded> {
  const { base64, ...about } = await page.evaluate(async () => {
    const { recording } = globalThis as unknown as Scene;
    if (recording?.rateHz !== 48_000) throw new Error('nothing was recorded at 48 kHz');
    const { beganAtMs, settings, chunks } = recording;
    const places = chunks.map(({ atUs }) =>
      Math.max(0, Math.round(((atUs - (chunks[0]?.atUs ?? 0)) * 48) / 1_000)),
    );
    const lengths = chunks.map(({ samples }, i) => (places[i] ?? 0) + samples.length);
    const all = new Int16Array(lengths.reduce((most, one) => Math.max(most, one), 0));
    for (const [i, { samples }] of chunks.entries()) all.set(samples, places[i]);
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result as string));
      reader.readAsDataURL(new Blob([all]));
    });
    return { base64: url.slice(url.indexOf(',') + 1), beganAtMs, settings };
  });
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return { ...about, samples: new Int16Array(bytes.buffer) };
}

/** Joins with microphone and camera off. */
export async function joinToListen(guest: Guest, guestUrl: string): Promise<void> {
  await guest.page.goto(guestUrl);
  for (const name of ['Mute microphone', 'Turn camera off'])
    await guest.page.getByRole('button', { name }).click();
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  await guest.page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
}
