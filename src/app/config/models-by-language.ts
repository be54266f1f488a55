import { resolve } from 'node:path';
import { isLanguageTag, languageOfTag } from '../../core/validation/check-language-tag.ts';
import type { LanguageModel } from '../scribe-options.ts';

/** What PARLEY_SPEECH_LANGUAGES holds, without regions: `de` for `de-AT`. Null when it cannot be read. */
export function modelsByLanguage(value: string): LanguageModel[] | null {
  const models: LanguageModel[] = [];
  for (const part of value.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [, tag = '', folder = ''] = /^([^=]+)=(.+)$/.exec(part) ?? [];
    const languageCode = isLanguageTag(tag.trim()) ? languageOfTag(tag.trim()) : null;
    if (languageCode === null || folder.trim() === '') return null;
    if (models.some((known) => known.languageCode === languageCode)) return null;
    models.push({ languageCode, modelDir: resolve(folder.trim()) });
  }
  return models;
}

/** The value of PARLEY_SPEECH_LANGUAGES for these models. */
export function settingOfModels(models: readonly LanguageModel[]): string {
  return models.map(({ languageCode, modelDir }) => `${languageCode}=${modelDir}`).join(',');
}
