// People who talk in one or more meetings from a pre-encoded file, in a separate process
// (encoded-talkers, Go).
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Room } from '@livekit/rtc-node';
import type { Parley } from '../dev/world/service/start-parley.ts';
import { type ReadCaptions, readCaptions } from '../dev/world/speech/read-captions.ts';
import { readWav } from '../dev/world/media/talker.ts';
import { until } from '../dev/world/until.ts';
import { mediaUrlOf, voiceMeeting } from '../dev/world/speech/voices.ts';
import { cacheDir, projectRoot, testSpeechPath, testSpeechTable } from '../setup/places.mjs';
import { edgesOf } from './speech-delays.ts';
import { APART_MS, SENTENCE_MS, type TalkingCrowd, TEXT } from './talking-crowd.ts';

const run = promisify(execFile);
const PACKET_MS = 20;
const BEFORE_FIRST_WORD_MS = 500;
/** The module and what it needs are about 300 MB the first time. */
const BUILD_WITHIN_MS = 600_000;
const TIMES = 2;
const TALK_WITHIN_MS = 180_000;

/** What the talkers' process reports about one of them. */
type Told = {
  joined?: boolean;
  error?: string;
  startedAtMs?: number;
  over?: boolean;
  lateMs?: number;
};

export async function gatherEncodedCrowd(
  parley: Parley,
  { rooms, people }: { rooms: number; people: number },
): Promise<TalkingCrowd> {
  const fromMs = testSpeechTable().leadSilenceSeconds * 1000 - BEFORE_FIRST_WORD_MS;
  const talkers = startTalkers(await madeTools(), fromMs);
  const url = mediaUrlOf(parley);
  const meetings = await Promise.all(Array.from({ length: rooms }, () => voiceMeeting(parley)));
  const listeners = await Promise.all(
    meetings.map(async (meeting) => {
      const { mediaToken, connected } = await meeting.admit('Listener');
      const listener = await joinAsListener(url, mediaToken);
      await connected();
      return listener;
    }),
  );
  const voices: string[] = [];
  for (let n = 0; n < people; n++) {
    const admitted = await meetings[n % rooms]?.admit(`Voice ${n + 1}`);
    if (!admitted) continue;
    await talkers.join(admitted.participantRef, url, admitted.mediaToken);
    await admitted.connected();
    voices.push(admitted.participantRef);
  }
  return {
    meetings,
    pids: talkers.pids,
    lateMs: () => Math.max(...voices.map((id) => talkers.told(id).lateMs ?? 0)),
    talk: async (times, afterMs) => {
      if (times !== TIMES) throw new Error(`they say it ${TIMES} times`);
      await talkers.talk(
        Object.fromEntries(voices.map((id, i) => [id, (i * APART_MS) % SENTENCE_MS])),
      );
      await delay(afterMs);
      const wav = readWav(testSpeechPath(TEXT));
      const onceMs = wav.samples.length / (wav.rate / 1000) - fromMs;
      return voices.map((id) => {
        const own = (captions: (typeof listeners)[number]['captions']) =>
          captions.filter(({ participantRef }) => participantRef === id);
        const startedAtMs = talkers.told(id).startedAtMs ?? Number.NaN;
        return {
          edges: edgesOf(wav, fromMs, times),
          // Each time takes as long as its packets, a little more than the file.
          sentAtMs: (ms) =>
            startedAtMs +
            ms +
            Math.min(times - 1, Math.floor(ms / onceMs)) * (talkers.onceMs() - onceMs),
          finals: listeners.flatMap((listener) => own(listener.captions)),
          partials: listeners.flatMap((listener) => own(listener.partials)),
        };
      });
    },
    leave: async () => {
      talkers.leave();
      await Promise.all(listeners.map((listener) => listener.leave()));
    },
  };
}

/** A participant without a microphone who reads the captions. */
async function joinAsListener(
  url: string,
  token: string,
): Promise<ReadCaptions & { leave(): Promise<void> }> {
  const room = new Room();
  const read = readCaptions(room);
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  return { ...read, leave: () => room.disconnect() };
}

/** The program built and the text encoded, both kept in the cache. */
async function madeTools(): Promise<{ program: string; sound: string }> {
  const folder = join(cacheDir(), 'encoded-talkers');
  await mkdir(folder, { recursive: true });
  const [program, sound] = [join(folder, 'talkers'), join(folder, `${TEXT}.ogg`)];
  const cwd = join(projectRoot(), 'bench/encoded-talkers');
  await run('go', ['build', '-o', program, '.'], { cwd, timeout: BUILD_WITHIN_MS });
  await run('opusenc', [
    '--quiet',
    '--bitrate',
    '24',
    '--framesize',
    String(PACKET_MS),
    testSpeechPath(TEXT),
    sound,
  ]);
  return { program, sound };
}

function startTalkers({ program, sound }: { program: string; sound: string }, fromMs: number) {
  const child: ChildProcess = spawn(program, [sound, String(fromMs), String(TIMES)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const told = new Map<string, Told>();
  let packets = 0;
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    const { id, ...what } = JSON.parse(line) as Told & { id?: string; packets?: number };
    packets = what.packets ?? packets;
    if (id !== undefined) told.set(id, { ...told.get(id), ...what });
  });
  const tell = (what: object): void => void child.stdin?.write(`${JSON.stringify(what)}\n`);
  return {
    pids: child.pid === undefined ? [] : [child.pid],
    told: (id: string): Told => told.get(id) ?? {},
    onceMs: () => packets * PACKET_MS,
    join: async (id: string, url: string, token: string): Promise<void> => {
      tell({ id, url, token });
      await until('the talker is in the room', 30_000, () => told.get(id));
      const { error } = told.get(id) ?? {};
      if (error !== undefined) throw new Error(error);
    },
    talk: async (afterMs: Record<string, number>): Promise<void> => {
      tell({ afterMs });
      await until('everybody has talked', TALK_WITHIN_MS, () =>
        [...told.values()].every(({ over }) => over),
      );
    },
    leave: () => child.stdin?.end(),
  };
}
