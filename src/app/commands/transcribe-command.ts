import { parseArgs } from 'node:util';
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
import { UsageError } from '../../../clients/cli/usage-error.ts';

export const transcribeUsage = `  transcribe [--format json|vtt|srt|text] [--language CODE] FILE.wav...
      prints the transcript of the files; each is one speaker, named like the file, and all begin
      together; any sampling rate and number of channels. CODE: BCP 47, such as de; else the engine
      detects the language. Exit code 1 when a file cannot be read or words are missing`;

/** Transcribes WAV files with the engine of the settings. Throws UsageError. */
export async function transcribeCommand(
  args: readonly string[],
  settings: Settings,
): Promise<void> {
  const { paths, format, languageCode } = parsed(args);
  const { modelDir, recognizers, remote } = settings.speech;
  const engine = {
    modelDir: modelDir ?? speechModelDir(),
    vadPath: vadModelPath(),
    recognizers,
    remote,
  };
  const recognizer = openSpeech(engine, jsonLog('warn'), (health) => {
    if (health.status === 'unavailable') fail(health.detail ?? 'Speech cannot be recognized.');
  });
  try {
    if (!knowsLanguage(recognizer, languageCode))
      fail('The speech engine does not know this language.');
    const transcript: Transcript = {
      meetingRef: newRef('mtg'),
      ...(await transcribeFiles(recognizer, paths, languageCode)),
    };
    process.stdout.write(written(transcript, format));
    if (transcript.reason === 'audio_missing')
      fail('A file is shorter than it says: the rest of its sound is missing.');
    if (transcript.result === 'partial' || transcript.result === 'failed')
      fail('Some speech could not be transcribed.');
  } catch (error) {
    if (!(error instanceof UnreadableWav) && !isFileError(error)) throw error;
    fail(error.message);
  } finally {
    await recognizer.stop();
  }
}

function parsed(args: readonly string[]): {
  paths: string[];
  format: string;
  languageCode: string | null;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { format: { type: 'string', default: 'json' }, language: { type: 'string' } },
    });
    const names = ['json', ...Object.values(transcriptFormats).map((one) => one.name)];
    const { format, language = null } = values;
    const isGood = names.includes(format) && (language === null || isLanguageTag(language));
    if (positionals.length > 0 && isGood)
      return { paths: positionals, format, languageCode: language };
  } catch {
    // Said below.
  }
  throw new UsageError(`Usage:\n${transcribeUsage}`);
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
