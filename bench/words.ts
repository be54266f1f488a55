// Word errors: the same recordings through `parley transcribe`'s path, and through a real room (Opus).
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clearAway, startParley } from '../dev/world/service/start-parley.ts';
import { voiceMeeting } from '../dev/world/speech/voices.ts';
import { wordErrorRate } from '../dev/world/speech/word-error-rate.ts';
import {
  projectRoot,
  speechModelDir,
  testSpeechPath,
  testSpeechTable,
  vadModelPath,
} from '../setup/places.mjs';
import { toGuestWav } from '../setup/wav.mjs';
import { startRecognizer } from '../src/engines/recognizer/recognizer.ts';
import { transcribeFiles } from '../src/app/commands/transcribe/transcribe-files.ts';
import { earlyMeetings } from '../src/engines/summarizer/training/annotated-meetings.ts';
import { silentLog } from '../dev/world/clock-and-log.ts';

/** A meeting about work, spoken by both voices. */
const WORK_TALK = 'Exhibition planning';
const WORK_LINES = 12;
const US_VOICE = 'en/en-us';
const LEAD_SECONDS = 1;

type Clip = { name: string; path: string; text: string };

export async function benchWords(): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-words-'));
  try {
    const clips = await clipsIn(folder);
    const [fromFile, throughRoom] = [await inFiles(clips), await inRoom(clips)];
    const engine = fromFile.engine;
    const rows = clips.map((clip, i) =>
      row(clip.name, clip.text, fromFile.heard[i] ?? '', throughRoom[i] ?? ''),
    );
    const all = (heard: readonly string[]): string => heard.join(' ');
    rows.push(
      row('all', all(clips.map((clip) => clip.text)), all(fromFile.heard), all(throughRoom)),
    );
    return rows.map((one) => ({ ...one, engine }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function row(recording: string, text: string, file: string, room: string) {
  const percent = (heard: string): string => `${(100 * wordErrorRate(text, heard)).toFixed(1)} %`;
  return {
    recording,
    words: text.split(/\s+/).length,
    'from file': percent(file),
    'through a room': percent(room),
  };
}

async function clipsIn(folder: string): Promise<Clip[]> {
  const { texts, humanText, voice, wordsPerMinute } = testSpeechTable();
  const meeting = earlyMeetings().find((one) => one.title === WORK_TALK);
  if (!meeting) throw new Error(`no meeting is called ${WORK_TALK}`);
  const talk = meeting.lines
    .slice(0, WORK_LINES)
    .map((line) => line.slice(line.indexOf(':') + 2))
    .join(' ');
  const made = async (name: string, text: string, by: string): Promise<Clip> => {
    const path = join(folder, `${name}.wav`);
    await writeFile(path, await spoken(text, by, wordsPerMinute, folder));
    return { name: `synthetic ${by}: ${name}`, path, text };
  };
  return [
    { name: 'human: two_cities', path: testSpeechPath('two_cities'), text: humanText },
    ...Object.entries(texts).map(([name, text]) => ({
      name: `synthetic ${voice}: ${name}`,
      path: testSpeechPath(name),
      text,
    })),
    await made('work-talk', talk, voice),
    await made('work-talk-us', talk, US_VOICE),
    await made('plan-us', texts['plan'] ?? '', US_VOICE),
  ];
}

async function spoken(
  text: string,
  voice: string,
  wordsPerMinute: number,
  root: string,
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(root, 'voice-'));
  await promisify(execFile)(process.execPath, [
    join(projectRoot(), 'setup/speak.mjs'),
    voice,
    String(wordsPerMinute),
    text,
    folder,
  ]);
  const names = (await readdir(folder)).toSorted(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  );
  const wavs = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return toGuestWav(wavs, { ...testSpeechTable(), leadSilenceSeconds: LEAD_SECONDS });
}

/** The output of `parley transcribe` for each file. */
export async function inFiles(
  clips: readonly { path: string }[],
): Promise<{ engine: string; heard: string[] }> {
  const recognizer = startRecognizer({
    modelDir: speechModelDir(),
    vadPath: vadModelPath(),
    log: silentLog,
    isBatch: true,
  });
  try {
    const heard: string[] = [];
    for (const { path } of clips) {
      const { segments } = await transcribeFiles(recognizer, [path]);
      heard.push(segments.map((segment) => segment.text).join(' '));
    }
    return { engine: `${recognizer.engine.name} ${recognizer.engine.model}`, heard };
  } finally {
    await recognizer.stop();
  }
}

/** Everyone plays one clip at the same time in one room. */
async function inRoom(clips: readonly Clip[]): Promise<string[]> {
  const parley = await startParley();
  try {
    const meeting = await voiceMeeting(parley);
    const voices = await Promise.all(clips.map((clip) => meeting.enter(clip.name)));
    await Promise.all(voices.map((voice, i) => voice.say(clips[i]?.path ?? '')));
    const transcript = await meeting.end();
    await Promise.all(voices.map((voice) => voice.leave()));
    return clips.map(({ name }) => {
      const ref = transcript.speakers.find((speaker) => speaker.displayName === name)?.speakerRef;
      const own = transcript.segments.filter((segment) => segment.speakerRef === ref);
      return own.map((segment) => segment.text).join(' ');
    });
  } finally {
    await clearAway(parley);
  }
}
