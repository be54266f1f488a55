// Word errors through a real browser: clips are played into the microphone of a guest's page, with its processing on
// and off, in quiet and in noise. Another page shows what listeners receive.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../clients/sdk-typescript/client.ts';
import { besides, type Guest, joinMeeting, openGuest } from '../dev/world/media/guest.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import { wordErrorRate } from '../dev/world/speech/word-error-rate.ts';
import { until } from '../dev/world/until.ts';
import { humanSpeechPath, testSpeechTable } from '../setup/places.mjs';
import {
  joinToListen,
  type Processing,
  recorded,
  recordMicrophone,
  recordOthers,
} from './browser-words/guest-pages.ts';
import {
  LEAD_SECONDS,
  playedSound,
  type Played,
  receivedLevels,
  type Sound,
  wavOfSamples,
} from './browser-words/played-sound.ts';
import { Misuse } from './row.ts';
import { inFiles } from './words.ts';

export type BrowserWordsOptions = { clips?: string; part?: string };

const SOUNDS: Record<string, Sound> = {
  'as recorded': { gainDb: 0, noise: 'none', noiseDb: 0 },
  '20 dB softer': { gainDb: -20, noise: 'none', noiseDb: 0 },
  'fan, 20 dB': { gainDb: -3, noise: 'pink', noiseDb: 20 },
  'fan, 10 dB': { gainDb: -3, noise: 'pink', noiseDb: 10 },
  'voices, 20 dB': { gainDb: -3, noise: 'babble', noiseDb: 20 },
  'voices, 10 dB': { gainDb: -3, noise: 'babble', noiseDb: 10 },
};
const VARIANTS = [
  processed('as the page asks', { noiseSuppression: true, autoGainControl: true }),
  processed('no noise suppression', { noiseSuppression: false, autoGainControl: true }),
  processed('nor gain control', { noiseSuppression: false, autoGainControl: false }),
];
const ROUNDS = 2;
const TAIL_MS = 1_000;
/** Utterances that end together are decoded together, with a narrower beam. */
const APART_MS = 2_700;

type Playing = { sound: string; path: string; text: string; played: Played; fromFile: string };
/** Words in the sound that the page sends, and in the transcript; how loud a second page receives it. */
type Result = { sent: string; heard: string; speechDb: number; pauseDb: number };
type Scene = { parley: Parley; folder: string; listeners: Guest };

function processed(name: string, some: Omit<Processing, 'echoCancellation'>) {
  return { name, processing: { echoCancellation: true, ...some } };
}

/** `clips`: a folder with `manifest.jsonl`, of which each line has an `id` and a `ref`, and `<id>.wav`. */
export async function benchBrowserWords({ clips, part }: BrowserWordsOptions): Promise<object[]> {
  const sounds = Object.entries(SOUNDS).filter(([name]) => part === undefined || name === part);
  if (sounds.length === 0)
    throw new Misuse(`There is no part ${part}; there are: ${Object.keys(SOUNDS).join('; ')}`);
  const folder = await mkdtemp(join(tmpdir(), 'parley-browser-words-'));
  const parley = await startParley({ env: { PARLEY_RATE_GUEST_PER_MINUTE: '0' } });
  const listeners = await openGuest('Ben', null);
  try {
    const rows: object[] = [];
    for (const [sound, how] of sounds) {
      const { text, wavs } = await clipsIn(clips);
      const playing = {
        sound,
        text,
        played: playedSound(wavs, how),
        path: join(folder, 'played.wav'),
      };
      await writeFile(playing.path, playing.played.wav);
      const [fromFile = ''] = (await inFiles([playing])).heard;
      rows.push(...(await rowsOf({ ...playing, fromFile }, { parley, folder, listeners })));
    }
    return rows;
  } finally {
    await listeners.close();
    await clearAway(parley);
    await rm(folder, { recursive: true, force: true });
  }
}

async function clipsIn(folder: string | undefined): Promise<{ text: string; wavs: Buffer[] }> {
  const lines = folder === undefined ? '' : await readFile(join(folder, 'manifest.jsonl'), 'utf8');
  const clips = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; ref: string });
  const paths = clips.map(({ id }) => join(folder ?? '', `${id}.wav`));
  return {
    text: [...clips.map(({ ref }) => ref), testSpeechTable().humanText].join(' '),
    wavs: await Promise.all([...paths, humanSpeechPath()].map((path) => readFile(path))),
  };
}

/** One browser plays the sound to several pages at once, each with a processing and a meeting of its own. */
async function rowsOf(playing: Playing, scene: Scene): Promise<object[]> {
  const results: Result[][] = VARIANTS.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    const flag = `--use-file-for-fake-audio-capture=${playing.path}%noloop`;
    const talkers = await openGuest('Anna', null, [flag]);
    try {
      const all = await Promise.all(
        VARIANTS.map(async ({ processing }, i) => {
          await delay(i * APART_MS);
          return hold(playing, processing, talkers, scene);
        }),
      );
      const sent = await inFiles(all.map(({ path }) => ({ path })));
      for (const [i, one] of all.entries()) results[i]?.push({ ...one, sent: sent.heard[i] ?? '' });
    } finally {
      await talkers.close();
    }
  }
  return VARIANTS.map(({ name }, i) => row(playing, name, results[i] ?? []));
}

async function hold(
  { played }: Playing,
  processing: Processing,
  talkers: Guest,
  { parley, folder, listeners }: Scene,
): Promise<Omit<Result, 'sent'> & { path: string }> {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'Bench' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  const [anna, ben] = await Promise.all([besides(talkers, 'Anna'), besides(listeners, 'Ben')]);
  await recordOthers(ben);
  await joinToListen(ben, guestUrl);
  await recordMicrophone(anna, processing);
  await joinMeeting(anna, guestUrl);
  const joinedAtMs = Date.now();
  await delay(played.seconds * 1000 + TAIL_MS);
  const [sent, received] = await Promise.all([recorded(anna), recorded(ben)]);
  for (const [name, wanted] of Object.entries(processing))
    if (sent.settings[name as keyof Processing] !== wanted)
      throw new Error(`${name} is not ${String(wanted)}`);
  if (joinedAtMs - sent.beganAtMs > LEAD_SECONDS * 1000)
    throw new Error('a page was in the room after the first word: the machine is too busy');
  await client.meetings.end(meetingRef);
  const transcript = await until('the transcript is available', 60_000, async () => {
    const read = await client.transcripts.read(meetingRef);
    return read.status === 'available' && read;
  });
  await Promise.all([anna, ben].map(({ page }) => page.context().close()));
  const path = join(folder, `${meetingRef}.wav`);
  await writeFile(path, wavOfSamples(sent.samples));
  const heard = transcript.segments.map(({ text }) => text).join(' ');
  return { path, heard, ...receivedLevels(played.speech, received.samples) };
}

function row({ sound, text, fromFile }: Playing, processing: string, results: readonly Result[]) {
  const percent = (words: string): string => (100 * wordErrorRate(text, words)).toFixed(1);
  const each = (of: (result: Result) => string): string => results.map(of).join(', ');
  return {
    sound,
    processing,
    'wrong words, %: file': percent(fromFile),
    'as the page sends it': each(({ sent }) => percent(sent)),
    transcript: each(({ heard }) => percent(heard)),
    'second page, dB: speech': each(({ speechDb }) => speechDb.toFixed(0)),
    pauses: each(({ pauseDb }) => pauseDb.toFixed(0)),
  };
}
