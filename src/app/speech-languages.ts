import { speechModelDir } from '../../setup/places.mjs';
import { languageOfFolder } from '../engines/recognizer/find-model.ts';
import type { Settings } from './config/read-settings.ts';

/** The ISO 639 codes that the engines of these settings know; null for many. Asks no server. */
export function speechLanguages({
  remote,
  modelDir,
  languages,
}: Settings['speech']): string[] | null {
  const first = remote ? null : languageOfFolder(modelDir ?? speechModelDir());
  return first === null
    ? null
    : [...new Set([first, ...languages.map(({ languageCode }) => languageCode)])];
}
