// Where set-up puts things and where the product and its tests find them.
// Plain JavaScript without dependencies: set-up runs before anything is installed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder. */
export function projectRoot() {
  return dirname(dirname(fileURLToPath(import.meta.url)));
}

/** `${XDG_CACHE_HOME:-~/.cache}/parley`; a relative XDG_CACHE_HOME is ignored, as its specification says. */
export function cacheDir() {
  const base = process.env.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(base) ? base : join(homedir(), '.cache'), 'parley');
}

/** The package's Node 24, wherever the checkout stands. */
export function nodePath() {
  return join(projectRoot(), 'node_modules', '.bin', 'node');
}

/** File in which the media-server step records the program it chose. */
export function mediaServerRecord() {
  return join(cacheDir(), 'media-server', 'chosen.json');
}

/**
 * The LiveKit server that set-up chose; undefined before set-up.
 * @returns {string | undefined}
 */
export function mediaServerPath() {
  return chosenPath(mediaServerRecord());
}

export const OBJECT_STORE_VERSION = '1.8.0';

/** The S3 server of the soak tests. */
export function objectStorePath() {
  return join(cacheDir(), 'object-store', `versitygw-${OBJECT_STORE_VERSION}`);
}

/** Folder of the embedded speech model, in the list of `parley models`. */
export function speechModelDir() {
  return join(cacheDir(), 'models', 'moonshine-base-en');
}

export function vadModelPath() {
  return join(cacheDir(), 'models', 'silero-vad', 'silero_vad.onnx');
}

/** File in which the Chromium step records the browser it chose. */
export function chromiumRecord() {
  return join(cacheDir(), 'chromium', 'chosen.json');
}

/**
 * The Chromium for tests; undefined before `setup/run.mjs test`.
 * @returns {string | undefined}
 */
export function chromiumPath() {
  return chosenPath(chromiumRecord());
}

/** Human speech for tests as it was published: 16-bit mono WAV, 44 s, public-domain text. */
export function humanSpeechPath() {
  return join(cacheDir(), 'speech', 'two_cities.wav');
}

/**
 * @typedef {object} TestSpeechTable
 * @property {string} voice mespeak's voice
 * @property {number} wordsPerMinute its speed
 * @property {number} sampleRateHz
 * @property {number} leadSilenceSeconds
 * @property {number} pauseSeconds after each sentence
 * @property {Record<string, string>} texts name -> the words that the file says
 * @property {string} humanText the words of the human recording `two_cities`
 */

/**
 * The table of texts and voices from which test speech is made.
 * @returns {TestSpeechTable}
 */
export function testSpeechTable() {
  return JSON.parse(readFileSync(join(projectRoot(), 'dev', 'speech', 'texts.json'), 'utf8'));
}

/**
 * The WAV (48 kHz mono 16-bit, silence in front) that a test guest speaks: a name of `dev/speech/texts.json`,
 * or `two_cities` for the human recording. The file name contains a hash of everything that the sound depends on.
 * @param {string} name
 */
export function testSpeechPath(name) {
  const table = testSpeechTable();
  const made = name === 'two_cities' ? { human: name } : table.texts[name];
  if (made === undefined) throw new Error(`dev/speech/texts.json has no text named ${name}`);
  const { voice, wordsPerMinute, sampleRateHz, leadSilenceSeconds, pauseSeconds } = table;
  const recipe = JSON.stringify([
    made,
    voice,
    wordsPerMinute,
    sampleRateHz,
    leadSilenceSeconds,
    pauseSeconds,
  ]);
  const hash = createHash('sha256').update(recipe).digest('hex').slice(0, 12);
  return join(cacheDir(), 'speech', `${name}-${hash}.wav`);
}

function chosenPath(record) {
  try {
    return JSON.parse(readFileSync(record, 'utf8')).path;
  } catch {
    return undefined;
  }
}
