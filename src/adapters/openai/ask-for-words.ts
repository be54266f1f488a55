// Sound to a transcription server: one multipart call.
import { open } from 'node:fs/promises';
import { RangeFailed, type SpoolRange, type Words } from '../../core/ports.ts';
import { BYTES_PER_SAMPLE, INAUDIBLE_PEAK, isWithin, SAMPLE_RATE_HZ } from '../../core/sound.ts';
import { askedLanguage, languageCodeOf, languageOf } from './language-code.ts';
import { type OpenAiServer, type Post, postToServer } from './post-to-server.ts';

export type SpeechOutcome =
  | { kind: 'words'; words: Words }
  /** Nothing was sent: a server may make up words for silence. */
  | { kind: 'inaudible' }
  /**
   * Retry later, not before `afterMs`. `mayBePaid`: the server may charge for this call.
   * `mayBeSound`: this sound may be what makes the server fail.
   */
  | { kind: 'again'; afterMs: number | null; why: string; mayBePaid: boolean; mayBeSound: boolean }
  /** The server is there, but fails, perhaps only on this sound: retry later. */
  | { kind: 'fault'; why: string }
  | { kind: 'no'; why: string };

const CALL_MS = 60_000;
/** Whisper reads the last 224 tokens of a prompt, about three characters each. */
const MAX_PROMPT_LENGTH = 600;
const MAX_ANSWER_BYTES = 1_000_000;
/** A form in which a transcript can be requested. */
type Wish = {
  format: 'verbose_json' | 'json';
  /** The server's code for the language; null: not named. */
  language: string | null;
};
/** By server and language: the fullest form that it has accepted, with which later requests begin. */
const servedWishes = new Map<string, number>();

type Asking = { server: OpenAiServer; signal: AbortSignal; callMs?: number | undefined };

/** The server's words. Rejects when `signal` aborts; with RangeFailed when the file lacks some of the range. */
export async function askForWords(asking: Asking, range: SpoolRange): Promise<SpeechOutcome> {
  const sound = await soundOf(range);
  const samples = new Int16Array(sound.buffer);
  if (isWithin(samples, INAUDIBLE_PEAK)) return { kind: 'inaudible' };
  return ask(asking, sound, range.languageCode ?? null, promptOf(range.terms ?? []));
}

/**
 * Checks cheaply, with a second of silence, whether the server is there. Some servers fail on
 * silence, so a fault is an answer too. Rejects only when `signal` aborts.
 */
export async function askAboutSilence(
  asking: Asking,
  languageCode: string | null,
): Promise<SpeechOutcome> {
  const outcome = await ask(asking, secondOfSilence(), languageCode);
  return outcome.kind === 'fault' ? { ...outcome, kind: 'no' } : outcome;
}

async function ask(
  asking: Asking,
  sound: Buffer<ArrayBuffer>,
  languageCode: string | null,
  prompt = '',
): Promise<SpeechOutcome> {
  const wav = wavOf(sound);
  const wishes = wishesFor(languageCode);
  const key = `${asking.server.url} ${wishes[0]?.language ?? ''}`;
  let outcome: SpeechOutcome = { kind: 'no', why: 'nothing was asked' };
  for (let i = servedWishes.get(key) ?? 0; outcome.kind === 'no' && i < wishes.length; i += 1) {
    const wish = wishes[i] as Wish;
    const known = wish.language === null ? null : languageOf(languageCode);
    outcome = await askOnce(asking, wav, { ...wish, prompt, known });
    if (outcome.kind === 'words') servedWishes.set(key, i);
  }
  return outcome;
}

/** A server that does not know the language may still transcribe without it. */
function wishesFor(languageCode: string | null): Wish[] {
  const language = askedLanguage(languageCode);
  const asked: Wish[] = [
    { format: 'verbose_json', language },
    { format: 'json', language },
  ];
  return language === null ? asked : [...asked, { format: 'json', language: null }];
}

/** The terms as the end of a preceding sentence: such models spell names as they appear in the prompt. */
function promptOf(terms: readonly string[]): string {
  let prompt = '';
  for (const term of terms) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length > MAX_PROMPT_LENGTH) break;
    prompt = longer;
  }
  return prompt;
}

async function askOnce(
  { server, signal, callMs = CALL_MS }: Asking,
  wav: Blob,
  wish: Wish & { prompt: string; known: string | null },
): Promise<SpeechOutcome> {
  const answer = await postToServer('audio/transcriptions', server, {
    ...(await formOf(server, wav, wish)),
    maxBytes: MAX_ANSWER_BYTES,
    withinMs: callMs,
    signal,
  });
  if (answer.kind === 'failed')
    return { ...answer, kind: 'again', afterMs: null, mayBeSound: true };
  const { status, retryAfterMs, body } = answer;
  return body === null ? judged(status, retryAfterMs) : readWords(body, wish.known);
}

/** The simplest call: one second of silence. */
export function silentForm(server: OpenAiServer): Promise<Form> {
  return formOf(server, wavOf(secondOfSilence()), { format: 'json', language: null, prompt: '' });
}

type Form = Pick<Post, 'contentType' | 'body'>;

async function formOf(
  server: OpenAiServer,
  wav: Blob,
  wish: Wish & { prompt: string },
): Promise<Form> {
  const form = new FormData();
  form.set('file', wav, 'speech.wav');
  form.set('model', server.model);
  form.set('response_format', wish.format);
  if (wish.language !== null) form.set('language', wish.language);
  if (wish.prompt !== '') form.set('prompt', wish.prompt);
  form.set('temperature', '0');
  // Only to serialize the form; nothing is sent.
  const written = new Response(form);
  return {
    contentType: written.headers.get('content-type') ?? '',
    body: new Uint8Array(await written.arrayBuffer()),
  };
}

function secondOfSilence(): Buffer<ArrayBuffer> {
  return Buffer.alloc(SAMPLE_RATE_HZ * BYTES_PER_SAMPLE);
}

function judged(status: number, afterMs: number | null): SpeechOutcome {
  // A fault that the operator can fix is retried like an outage.
  const isOfRange = status === 400 || status === 413 || status === 415 || status === 422;
  const why = `status ${status}`;
  if (isOfRange) return { kind: 'no', why };
  if (status === 500) return { kind: 'fault', why };
  return {
    kind: 'again',
    afterMs,
    why,
    mayBePaid: false,
    mayBeSound: status >= 500,
  };
}

/** What Whisper writes for sounds that are not speech, such as `[BLANK_AUDIO]`, `(music)` or `♪`; no sentence. */
const SOUNDS_ONLY = /^(?:\s|\[[^\].?!]{0,40}\]|\([^).?!]{0,40}\)|\*[^*.?!]{0,40}\*|[♪♫])*$/u;

/** `known`: the language of words for which the server names none. */
function readWords(body: string, known: string | null): SpeechOutcome {
  try {
    const answer = JSON.parse(body) as { text?: unknown; language?: unknown } | null;
    if (typeof answer?.text === 'string')
      return {
        kind: 'words',
        words: {
          text: SOUNDS_ONLY.test(answer.text) ? '' : answer.text.replace(/\s+/g, ' ').trim(),
          languageCode: languageCodeOf(answer.language) ?? known,
        },
      };
  } catch {
    // Said below.
  }
  return {
    kind: 'again',
    afterMs: null,
    why: 'an answer that cannot be read',
    mayBePaid: true,
    mayBeSound: true,
  };
}

async function soundOf(range: SpoolRange): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readSpool(range);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new RangeFailed('the sound of the range cannot be read', { cause, code });
  }
}

async function readSpool({ path, fromSample, toSample }: SpoolRange): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path, 'r');
  try {
    const sound = Buffer.alloc((toSample - fromSample) * BYTES_PER_SAMPLE);
    const { bytesRead } = await file.read(sound, 0, sound.length, fromSample * BYTES_PER_SAMPLE);
    // Part of a range would pass for all of it.
    if (bytesRead < sound.length) throw new Error('its sound is not in the file');
    return sound;
  } finally {
    await file.close();
  }
}

/** 16 kHz mono s16le as a WAV file. */
function wavOf(sound: Buffer<ArrayBuffer>): Blob {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  head.writeUInt32LE(SAMPLE_RATE_HZ * BYTES_PER_SAMPLE, 28);
  head.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(sound.length, 40);
  return new Blob([head, sound], { type: 'audio/wav' });
}
