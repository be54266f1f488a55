import { speechModelDir, vadModelPath } from '../../../setup/places.mjs';
import { existsSync } from 'node:fs';
import { type Tried, tryChatModel, trySpeechServer } from '../../adapters/openai/try-server.ts';
import { findModel, KNOWN_MODELS } from '../../engines/recognizer/find-model.ts';
import type { Settings } from '../config/read-settings.ts';
import { fault, fine, type Finding } from './finding.ts';

/** The speech engine and the second pass: a folder with a model, or a server that answers. */
export async function checkSpeech({ speech, roles }: Settings): Promise<Finding[]> {
  if (!roles.has('scribe')) return [fine('speech', 'on the machines with the role scribe')];
  if (speech.mode === 'off') return [fine('speech', 'off')];
  const first = speech.remote
    ? await serverFinding('speech', 'PARLEY_SPEECH_URL', trySpeechServer(speech.remote))
    : folderFinding('speech', 'PARLEY_SPEECH_MODEL', speech.modelDir ?? speechModelDir());
  const byLanguage = speech.languages.map(({ languageCode, modelDir }) =>
    folderFinding(`speech in ${languageCode}`, 'PARLEY_SPEECH_LANGUAGES', modelDir),
  );
  const second = speech.secondPass;
  if (second === null) return [first, ...byLanguage];
  return [
    first,
    ...byLanguage,
    second.kind === 'local'
      ? folderFinding('second pass', 'PARLEY_SECOND_PASS_MODEL', second.modelDir)
      : await serverFinding('second pass', 'PARLEY_SPEECH_URL', trySpeechServer(second.server)),
  ];
}

function folderFinding(check: string, setting: string, folder: string): Finding {
  const model = findModel(folder);
  if (model === null)
    return fault(
      check,
      `${folder} holds no model`,
      `Correct the folder in ${setting}, put ${KNOWN_MODELS} there, or leave the setting empty and run \`npm start\`.`,
    );
  if (!existsSync(vadModelPath()))
    return fault(check, 'the voice detector is missing', 'Run `npm start`, which fetches it.');
  return fine(check, `${model.name} in ${folder}`);
}

async function serverFinding(
  check: string,
  setting: string,
  tried: Promise<Tried>,
): Promise<Finding> {
  const { isFine, words } = await tried;
  if (isFine) return fine(check, words);
  return fault(check, words, `Check that ${setting}, its key and its model match the server.`);
}

/** The language model of PARLEY_SUMMARY=openai, tried with one short question. */
export async function checkSummary({ summary }: Settings): Promise<Finding[]> {
  if (summary.mode !== 'openai') return [fine('summary', summary.mode)];
  return [await serverFinding('summary', 'PARLEY_SUMMARY_URL', tryChatModel(summary))];
}
