import { languageOfTag } from '../validation/check-language-tag.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { CoreSettings } from '../context.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import type { RecognizerPort } from '../ports.ts';

/** Whether the engine can transcribe this language (BCP 47; null when none was given). Pure. */
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

/** Whether the meeting is transcribed, for its guests to know. Pure. */
export function isTranscribed(
  settings: CoreSettings,
  meeting: Pick<MeetingRow, 'language_code' | 'options'>,
): boolean {
  return (
    effectiveOptions(meeting, settings).transcription !== 'off' &&
    knowsLanguage({ languages: settings.speechLanguages }, meeting.language_code)
  );
}
