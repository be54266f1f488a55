// Transcribes files instead of a room, by the same steps: spool, voice detection, cuts, decoding, stitching.
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Transcript } from '../../../../contract/generated/api.ts';
import {
  RangeFailed,
  type RecognizerPort,
  type SpoolRange,
  type Words,
} from '../../../core/ports.ts';
import { type Cut, NOTHING_CUT } from '../../../core/transcript/cut-utterances.ts';
import { tidyText } from '../../../core/transcript/join-texts.ts';
import { judgeCoverage } from '../../../core/transcript/judge-coverage.ts';
import { stitch, type Utterance } from '../../../core/transcript/stitch.ts';
import { readWav } from './read-wav.ts';
import { Resampler } from './resample.ts';
import { TrackFollower } from '../../../scribe/captions/track-follower.ts';
import { BYTES_PER_SAMPLE, SAMPLES_PER_MS } from '../../../core/sound.ts';
import { transcriptLanguage } from '../../../core/transcript/assemble-transcript.ts';

const START = new Date(0);

/**
 * Transcribes WAV files as if they were recorded together, each one speaker with that file's name. A recognizer with
 * `isBatch` decodes each range as well as it can.
 * Rejects with UnreadableWav, or when `signal` aborts; the recognizer is the caller's to stop. Once `unavailable`
 * aborts, the result is what was transcribed before.
 */
export async function transcribeFiles(
  recognizer: RecognizerPort,
  paths: readonly string[],
  languageCode: string | null = null,
  { signal, unavailable }: Ends = {},
): Promise<Omit<Transcript, 'meetingRef'>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-transcribe-'));
  try {
    const files = [];
    for (const [i, path] of paths.entries())
      files.push(
        await transcribeFile(
          recognizer,
          { path, languageCode },
          `s${i + 1}`,
          join(folder, `${i}.pcm`),
          { signal, unavailable },
        ).catch((error: unknown): TranscribedFile => {
          if (!unavailable?.aborted || signal?.aborted) throw error;
          return { utterances: [], failed: 1, samples: 0, isCutOff: false };
        }),
      );
    const names = new Map(paths.map((path, i) => [`s${i + 1}`, basename(path, extname(path))]));
    const { speakers, segments, leftOut } = stitch(
      files.flatMap((one) => one.utterances.filter((utterance) => utterance.text !== '')),
      names,
      START,
    );
    const all = files.flatMap((one) => one.utterances);
    const words = all.filter((utterance) => utterance.text !== '').length;
    const failed = files.reduce((sum, one) => sum + one.failed, 0);
    const verdict = judgeCoverage({
      tracks: paths.length,
      openTracks: 0,
      leftOut,
      declined: 0,
      cut: 0,
      words,
      no_words: all.length - words,
      failed,
      lost: files.filter((one) => one.isCutOff).length,
    });
    return {
      status: 'available',
      ...verdict,
      availableAt: new Date().toISOString(),
      languageCode: transcriptLanguage(languageCode, segments),
      durationMs: Math.round(Math.max(0, ...files.map((one) => one.samples)) / SAMPLES_PER_MS),
      engine:
        segments.length > 0
          ? (recognizer.choiceFor?.(FILES, languageCode).engine ?? recognizer.engine)
          : null,
      speakers,
      segments,
      gaps: [],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Ends = { signal?: AbortSignal | undefined; unavailable?: AbortSignal | undefined };
type TranscribedFile = {
  utterances: Utterance[];
  failed: number;
  samples: number;
  isCutOff: boolean;
};

/** All files of one call count as one meeting. */
const FILES = 'files';
/** Enough for several processes, and to detect a language before the first text is returned. */
const MAX_ASKED_AT_ONCE = 16;

async function transcribeFile(
  recognizer: RecognizerPort,
  { path, languageCode }: { path: string; languageCode: string | null },
  speakerRef: string,
  spool: string,
  { signal, unavailable }: Ends,
): Promise<TranscribedFile> {
  unavailable?.throwIfAborted();
  const { isCutOff } = await writeSpool(path, spool, signal);
  const samples = Math.floor((await stat(spool)).size / BYTES_PER_SAMPLE);
  const cuts: Cut[] = [];
  let failed = 0;
  const track = {
    trackRef: speakerRef,
    participantRef: speakerRef,
    mediaTrackSid: speakerRef,
    startedAt: START,
    scannedSamples: 0,
    lastCut: NOTHING_CUT,
    closed: false,
  };
  const follower = new TrackFollower(
    {
      recognizer,
      signal,
      meetingRef: FILES,
      keep: async (progress) => {
        failed += progress.failed?.length ?? 0;
        cuts.push(...progress.cuts);
        return progress.cuts;
      },
      onCuts: () => {},
      onLikely: () => {},
      onOpen: () => {},
    },
    track,
    { path: spool, written: samples },
  );
  await follower.finish();
  const source = { meetingRef: FILES, trackRef: speakerRef, path: spool, languageCode };
  const found = await wordsOfAll(recognizer, source, cuts, unavailable);
  const utterances = cuts.flatMap((range, i): Utterance[] => {
    const words = found[i];
    if (!words) return [];
    const text = tidyText(words.text);
    return [{ trackRef: speakerRef, speakerRef, trackStartedAt: START, ...range, ...words, text }];
  });
  return { utterances, failed: failed + cuts.length - utterances.length, samples, isCutOff };
}

/** Null for each that cannot be decoded. */
async function wordsOfAll(
  recognizer: RecognizerPort,
  source: Omit<SpoolRange, 'fromSample' | 'toSample'>,
  cuts: readonly Cut[],
  unavailable: AbortSignal | undefined,
): Promise<(Words | null)[]> {
  const found: (Words | null)[] = [];
  const left = cuts.entries();
  const decodeRest = async (): Promise<void> => {
    for (const [i, range] of left) found[i] = await wordsOf(recognizer, source, range, unavailable);
  };
  await Promise.all(Array.from({ length: MAX_ASKED_AT_ONCE }, decodeRest));
  return found;
}

/** Null where it cannot be decoded, or not any more. */
async function wordsOf(
  recognizer: RecognizerPort,
  source: Omit<SpoolRange, 'fromSample' | 'toSample'>,
  range: Cut,
  unavailable: AbortSignal | undefined,
): Promise<Words | null> {
  try {
    return await recognizer.transcribe({ ...source, ...range });
  } catch (error) {
    if (error instanceof RangeFailed || unavailable?.aborted) return null;
    throw error;
  }
}

/** Writes any WAV as 16 kHz mono s16le. */
async function writeSpool(
  path: string,
  spool: string,
  signal: AbortSignal | undefined,
): Promise<{ isCutOff: boolean }> {
  const file = await open(spool, 'w', 0o600);
  const put = async (samples: Float32Array): Promise<void> => {
    const ints = Int16Array.from(samples, (sample) =>
      Math.max(-32768, Math.min(32767, Math.round(sample * 32768))),
    );
    await file.appendFile(Buffer.from(ints.buffer));
  };
  try {
    let resampler: Resampler | undefined;
    let isCutOff = false;
    for await (const block of readWav(path)) {
      signal?.throwIfAborted();
      isCutOff = block.isCutOff;
      resampler ??= new Resampler(block.rateHz);
      await put(resampler.push(block.samples));
    }
    if (resampler) await put(resampler.end());
    return { isCutOff };
  } finally {
    await file.close();
  }
}
