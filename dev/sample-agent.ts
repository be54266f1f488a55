// A sample agent: joins with a media token, plays WAV files and listens to the others (docs/guide/agents.md).
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import type { MediaToken } from '../contract/generated/api.ts';
import { readWav } from './world/media/talker.ts';

const RATE_HZ = 48_000;
const FRAME = RATE_HZ / 50;

export type Agent = {
  /** Plays a mono 16-bit WAV file at 48 kHz, in real time. */
  say(wavPath: string): Promise<void>;
  leave(): Promise<void>;
};

/** `onSound` is called with each piece of sound from other participants. */
export async function joinAsAgent(
  { mediaUrl, mediaToken }: Pick<MediaToken, 'mediaUrl' | 'mediaToken'>,
  onSound: (participantRef: string, samples: Int16Array) => void,
): Promise<Agent> {
  const room = new Room();
  room.on(RoomEvent.TrackSubscribed, (track, _, { identity }) => {
    if (track.kind !== TrackKind.KIND_AUDIO) return;
    void (async () => {
      for await (const { data } of new AudioStream(track)) onSound(identity, data);
    })();
  });
  await room.connect(mediaUrl, mediaToken, { autoSubscribe: true, dynacast: false });
  const source = new AudioSource(RATE_HZ, 1);
  const options = new TrackPublishOptions();
  options.source = TrackSource.SOURCE_MICROPHONE;
  const microphone = LocalAudioTrack.createAudioTrack('microphone', source);
  await room.localParticipant?.publishTrack(microphone, options);
  return {
    say: async (wavPath) => {
      const { samples } = readWav(wavPath);
      for (let at = 0; at + FRAME <= samples.length; at += FRAME)
        await source.captureFrame(new AudioFrame(samples.slice(at, at + FRAME), RATE_HZ, 1, FRAME));
      await source.waitForPlayout();
    },
    leave: () => room.disconnect(),
  };
}
