// People without browsers who talk in one or more meetings of a running product, all in this process.
import { setTimeout as delay } from 'node:timers/promises';
import type { Parley } from '../dev/world/service/start-parley.ts';
import { readWav } from '../dev/world/media/talker.ts';
import { type Voice, type VoiceMeeting, voiceMeeting } from '../dev/world/speech/voices.ts';
import { until } from '../dev/world/until.ts';
import { testSpeechPath } from '../setup/places.mjs';
import { edgesOf, type Said } from './speech-delays.ts';

/** Few large frames: a person costs this process little, which leaves the cores to the product. */
const PACE = { frameMs: 100, queueMs: 300 };
export const TEXT = 'plan';
/** People begin this much apart, so that their sentences end at different moments. */
export const APART_MS = 670;
export const SENTENCE_MS = 3_700;
const JOIN_AT_ONCE = 4;

export type TalkingCrowd = {
  meetings: readonly VoiceMeeting[];
  /** Processes of the talkers besides this one. */
  pids: readonly number[];
  /** The largest delay of a frame, if known. */
  lateMs?(): number;
  /**
   * Everyone says the text `times` times. Returns what each said and read, with the captions of the
   * seconds afterwards.
   */
  talk(times: number, afterMs: number): Promise<Said[]>;
  /** Everyone's microphone picks up an empty room until `signal` is aborted. */
  hush?(signal: AbortSignal): Promise<void>;
  leave(): Promise<void>;
};

export async function speechReady(parley: Parley): Promise<void> {
  await until('speech is ready', 30_000, () =>
    parley.output().includes('s of work for a second of speech'),
  );
}

export async function gatherCrowd(
  parley: Parley,
  { rooms, people }: { rooms: number; people: number },
): Promise<TalkingCrowd> {
  const meetings = await Promise.all(Array.from({ length: rooms }, () => voiceMeeting(parley)));
  const enter = async (n: number): Promise<Voice[]> => {
    const meeting = meetings[n % rooms];
    return meeting ? [await meeting.enter(`Voice ${n + 1}`, PACE)] : [];
  };
  const voices: Voice[] = [];
  for (let first = 0; first < people; first += JOIN_AT_ONCE) {
    const some = Array.from({ length: Math.min(JOIN_AT_ONCE, people - first) }, (_, i) =>
      enter(first + i),
    );
    voices.push(...(await Promise.all(some)).flat());
  }
  return {
    meetings,
    pids: [],
    talk: async (times, afterMs) => {
      const sent = await Promise.all(
        voices.map((voice, i) => talkOn(voice, (i * APART_MS) % SENTENCE_MS, times)),
      );
      await delay(afterMs);
      const wav = readWav(testSpeechPath(TEXT));
      return voices.map((voice, i) => {
        const own = (captions: Voice['captions']) =>
          captions.filter(({ participantRef }) => participantRef === voice.participantRef);
        return {
          edges: edgesOf(wav, voice.fileMs, times),
          sentAtMs: sent[i] ?? (() => Number.NaN),
          finals: own(voice.captions),
          partials: own(voice.partials),
        };
      });
    },
    hush: async (signal) => void (await Promise.all(voices.map((voice) => voice.hush(signal)))),
    leave: async () => void (await Promise.all(voices.map((voice) => voice.leave()))),
  };
}

/** When a moment of what was said was sent: the source sends a frame when the one before is over, or at once. */
async function talkOn(
  voice: Voice,
  afterMs: number,
  times: number,
): Promise<(fileMs: number) => number> {
  await delay(afterMs);
  const frames: { endMs: number; endAtMs: number }[] = [];
  let base = 0;
  for (let k = 0; k < times; k++) {
    await voice.speak(TEXT, Infinity, (fileMs) => {
      const endAtMs = Math.max(frames.at(-1)?.endAtMs ?? 0, Date.now()) + PACE.frameMs;
      frames.push({ endMs: base + fileMs - voice.fileMs, endAtMs });
    });
    base = frames.at(-1)?.endMs ?? 0;
  }
  return (ms) => {
    const frame = frames.find(({ endMs }) => endMs >= ms) ?? frames.at(-1);
    return frame ? frame.endAtMs - (frame.endMs - ms) : Number.NaN;
  };
}
