import { languageOfTag } from '../validation/check-language-tag.ts';
import type { CoreSettings } from '../context.ts';
import type { RecognizerPort } from '../ports.ts';

/** Whether the engine can transcribe what is said in this language (BCP 47; null: nobody said which). Pure. */
export function knowsLanguage(
  { onlyLanguage }: Pick<RecognizerPort, 'onlyLanguage'>,
  languageCode: string | null,
): boolean {
  return (
    onlyLanguage === null ||
    languageCode === null ||
    languageOfTag(languageCode) === languageOfTag(onlyLanguage)
  );
}

/** Whether a meeting in this language is transcribed: what its guests are told. Pure. */
export function isTranscribed(
  { speech, speechLanguage }: CoreSettings,
  languageCode: string | null,
): boolean {
  return speech === 'on' && knowsLanguage({ onlyLanguage: speechLanguage }, languageCode);
}
