import { languageOfTag } from '../validation/check-language-tag.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { CoreSettings } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import type { RecognizerPort } from '../ports.ts';

/** Whether the engine can transcribe what is said in this language (BCP 47; null: nobody said which). Pure. */
export function knowsLanguage(
  { languages }: Pick<RecognizerPort, 'languages'>,
  languageCode: string | null,
): boolean {
  return (
    languages === null ||
    languageCode === null ||
    languages.some((known) => languageOfTag(languageCode) === languageOfTag(known))
  );
}

/** Whether the meeting is transcribed: what its guests are told. Pure. */
export function isTranscribed(
  settings: CoreSettings,
  meeting: Pick<MeetingRow, 'language_code' | 'options'>,
): boolean {
  return (
    effectiveOptions(meeting, settings).transcription !== 'off' &&
    knowsLanguage({ languages: settings.speechLanguages }, meeting.language_code)
  );
}
