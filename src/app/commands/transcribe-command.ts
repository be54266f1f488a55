import { speechModelDir, vadModelPath } from '../../../setup/places.mjs';
import type { Transcript } from '../../../contract/generated/api.ts';
import { newRef } from '../../core/ids.ts';
import { canonicalTag, isLanguageTag } from '../../core/validation/check-language-tag.ts';
import { knowsLanguage } from '../../core/transcript/knows-language.ts';
import { transcriptFormats } from '../../core/transcript/transcript-formats.ts';
import { UnreadableWav } from './transcribe/read-wav.ts';
import { transcribeFiles } from './transcribe/transcribe-files.ts';
import type { Settings } from '../config/read-settings.ts';
import { jsonLog } from '../output/json-log.ts';
import { openSpeech } from '../open-speech.ts';
import { readArguments, usageOf } from './operator-pages.ts';
import { stopSignal } from './stop-signal.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';

/** Transcribes WAV files with the engine of the settings. False when not all of it could be. Throws UsageError. */
export async function transcribeCommand(
  args: readonly string[],
  settings: Settings,
): Promise<boolean> {
  const { paths, format, languageCode } = parsed(args);
  const { modelDir, recognizers, remote, languages } = settings.speech;
  const engine = {
    modelDir: modelDir ?? speechModelDir(),
    vadPath: vadModelPath(),
    recognizers,
    isBatch: true,
    remote,
    languages,
  };
  const unavailable = new AbortController();
  const stopped = stopSignal();
  const signal = AbortSignal.any([stopped, unavailable.signal]);
  const recognizer = openSpeech(engine, jsonLog('warn'), ({ status, detail }) => {
    if (status === 'unavailable')
      unavailable.abort(new Failed(detail ?? 'Speech cannot be recognized.'));
  });
  // A stopped recognizer rejects the ranges that still wait.
  signal.addEventListener('abort', () => void recognizer.stop());
  try {
    if (!knowsLanguage(recognizer, languageCode))
      throw new Failed('The speech engine does not support this language.');
    const transcript: Transcript = {
      meetingRef: newRef('mtg'),
      ...(await transcribeFiles(recognizer, paths, languageCode, {
        signal: stopped,
        unavailable: unavailable.signal,
      })),
    };
    if (transcript.segments.length === 0) unavailable.signal.throwIfAborted();
    process.stdout.write(written(transcript, format));
    unavailable.signal.throwIfAborted();
    if (transcript.reason === 'audio_missing')
      throw new Failed('A file is shorter than its header says: the rest of its audio is missing.');
    if (transcript.result === 'partial' || transcript.result === 'failed')
      throw new Failed('Some speech could not be transcribed.');
    return true;
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    if (!(cause instanceof Failed || cause instanceof UnreadableWav || isFileError(cause)))
      throw cause;
    process.stderr.write(`${cause.message}\n`);
    return false;
  } finally {
    await recognizer.stop();
  }
}

/** The message is for the user as it is. */
class Failed extends Error {}

function parsed(args: readonly string[]) {
  const given = readArguments('transcribe', args);
  const [format, language] = [given.text('format') ?? 'json', given.text('language')];
  const isGood =
    (!given.flag('json') || format === 'json') &&
    (language === undefined || isLanguageTag(language));
  if (!isGood) throw new UsageError(`Usage:\n${usageOf('transcribe')}`);
  const languageCode = language === undefined ? null : canonicalTag(language);
  return { paths: given.positionals, format, languageCode };
}

function written(transcript: Transcript, format: string): string {
  const writer = Object.values(transcriptFormats).find((one) => one.name === format);
  return writer ? writer.write(transcript) : `${JSON.stringify(transcript, null, 2)}\n`;
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
