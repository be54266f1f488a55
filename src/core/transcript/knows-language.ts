import { languageOfTag } from '../meeting/language-tag.ts';
import type { RecogniserPort } from '../ports.ts';

/** Whether the engine can transcribe what is said in this language (BCP 47; null: nobody said which). Pure. */
export function knowsLanguage({ onlyLanguage }: Pick<RecogniserPort, 'onlyLanguage'>, languageCode: string | null): boolean {
  return onlyLanguage === null || languageCode === null || languageOfTag(languageCode) === languageOfTag(onlyLanguage);
}
