import { speechModelDir, vadModelPath } from '../../../setup/places.mjs';
import type { Transcript } from '../../../contract/generated/api.ts';
import { newRef } from '../../core/ids.ts';
import { isLanguageTag } from '../../core/validation/check-language-tag.ts';
import { knowsLanguage } from '../../core/transcript/knows-language.ts';
import { transcriptFormats } from '../../core/transcript/transcript-formats.ts';
import { UnreadableWav } from './transcribe/read-wav.ts';
import { transcribeFiles } from './transcribe/transcribe-files.ts';
import type { Settings } from '../config/read-settings.ts';
import { jsonLog } from '../json-log.ts';
import { openSpeech } from '../open-speech.ts';
import { usageOf } from './operator-pages.ts';
import { readArguments } from './read-arguments.ts';
import { UsageError } from '../../../clients/cli/usage-error.ts';

/** Transcribes WAV files with the engine of the settings. Throws UsageError. */
export async function transcribeCommand(
  args: readonly string[],
  settings: Settings,
): Promise<void> {
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
  const recognizer = openSpeech(engine, jsonLog('warn'), (health) => {
    if (health.status === 'unavailable') fail(health.detail ?? 'Speech cannot be recognized.');
  });
  try {
    if (!knowsLanguage(recognizer, languageCode))
      fail('The speech engine does not support this language.');
    const transcript: Transcript = {
      meetingRef: newRef('mtg'),
      ...(await transcribeFiles(recognizer, paths, languageCode)),
    };
    process.stdout.write(written(transcript, format));
    if (transcript.reason === 'audio_missing')
      fail('A file is shorter than its header says: the rest of its audio is missing.');
    if (transcript.result === 'partial' || transcript.result === 'failed')
      fail('Some speech could not be transcribed.');
  } catch (error) {
    if (!(error instanceof UnreadableWav) && !isFileError(error)) throw error;
    fail(error.message);
  } finally {
    await recognizer.stop();
  }
}

function parsed(args: readonly string[]) {
  const given = readArguments('transcribe', args);
  const [format, languageCode] = [given.text('format') ?? 'json', given.text('language') ?? null];
  const isGood =
    (!given.flag('json') || format === 'json') &&
    (languageCode === null || isLanguageTag(languageCode));
  if (!isGood) throw new UsageError(`Usage:\n${usageOf('transcribe')}`);
  return { paths: given.positionals, format, languageCode };
}

function written(transcript: Transcript, format: string): string {
  const writer = Object.values(transcriptFormats).find((one) => one.name === format);
  return writer ? writer.write(transcript) : `${JSON.stringify(transcript, null, 2)}\n`;
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
