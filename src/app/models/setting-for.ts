import { canLoad } from '../../engines/recognizer/load-model.ts';
import { findUnusableFile } from '../../engines/recognizer/check-model-files.ts';
import {
  findModel,
  type FoundModel,
  KNOWN_MODELS,
  languageOf,
  pathsOf,
} from '../../engines/recognizer/find-model.ts';
import { isLanguageTag, languageOfTag } from '../../core/validation/check-language-tag.ts';
import type { LanguageModel } from '../scribe-options.ts';
import { settingOfModels } from '../config/models-by-language.ts';
import { ModelFault } from './pinned-models.ts';

type Wish = {
  folder: string;
  /** Null: for every meeting whose language has no model of its own. */
  language: string | null;
  /** Set already. */
  known: readonly LanguageModel[];
};

/** The setting that makes meetings use the model in this folder. Throws ModelFault. */
export function settingFor({ folder, language, known }: Wish): { name: string; value: string } {
  const model = usableModel(folder);
  if (language === null) return { name: 'PARLEY_SPEECH_MODEL', value: folder };
  const code = isLanguageTag(language) ? languageOfTag(language) : null;
  if (code === null)
    throw new ModelFault(`${language} is not a language: give a BCP 47 tag such as de or pt-BR.`);
  if (folder.includes(','))
    throw new ModelFault(
      `${folder} has a comma in its name, which separates models in the setting.`,
    );
  const only = languageOf(model);
  if (only !== null && only !== code)
    throw new ModelFault(`${model.name} knows only the language ${only}, as its name says.`);
  const others = known.filter(({ languageCode }) => languageCode !== code);
  const models = [...others, { languageCode: code, modelDir: folder }];
  return { name: 'PARLEY_SPEECH_LANGUAGES', value: settingOfModels(models) };
}

/** Whether the model needs the package sherpa-onnx-node and that is not installed. */
export function needsSherpa(folder: string): boolean {
  return !canLoad(usableModel(folder));
}

function usableModel(folder: string): FoundModel {
  const model = findModel(folder);
  if (model === null)
    throw new ModelFault(
      `${folder} holds no speech model that can be used. Put ${KNOWN_MODELS} there, or fetch one with ` +
        'parley models get NAME.',
    );
  const unusable = findUnusableFile(pathsOf(model));
  if (unusable === null) return model;
  throw new ModelFault(`${unusable.path} is ${unusable.detail}: replace the file.`);
}
