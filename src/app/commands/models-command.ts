import { dirname, join, resolve } from 'node:path';
import { speechModelDir } from '../../../setup/places.mjs';
import { size } from '../../../setup/progress.mjs';
import { table } from '../../../clients/cli/table.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';
import { INSTALL_SHERPA } from '../../engines/recognizer/model-fault.ts';
import { fetchModel, isInstalled, type ModelProgress } from '../models/fetch-model.ts';
import { ModelFault, type PinnedModel, pinnedModels, sizeOf } from '../models/pinned-models.ts';
import { needsSherpa, settingFor } from '../models/setting-for.ts';
import type { Settings } from '../config/read-settings.ts';
import { readArguments, usageOf } from './operator-pages.ts';
import { print } from './print.ts';

/** `parley models ...`: speech models of other publishers. Needs no running service. Throws UsageError. */
export async function modelsCommand(args: string[], settings: Settings): Promise<boolean> {
  const [verb, ...rest] = args;
  try {
    if (verb === 'list') await list(readArguments('models list', rest).flag('json'), settings);
    else if (verb === 'get') await get(rest, settings);
    else if (verb === 'use') use(rest, settings);
    else throw new UsageError(`Use one of:\n${usageOf('models')}`);
    return true;
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    tell(error.message);
    return false;
  }
}

async function list(asJson: boolean, { speech, dataDir }: Settings): Promise<void> {
  const roots = [modelsRoot(dataDir), dirname(speechModelDir())];
  const used = new Map([[speech.modelDir ?? speechModelDir(), 'every meeting']]);
  for (const { languageCode, modelDir } of speech.languages)
    used.set(modelDir, [used.get(modelDir), languageCode].filter(Boolean).join(', '));
  const rows = [];
  for (const model of pinnedModels) {
    const installed = [];
    for (const root of roots)
      if (await isInstalled(model, root)) installed.push(join(root, model.name));
    const folder = installed.find((one) => used.has(one)) ?? installed[0] ?? null;
    rows.push({ ...model, bytes: sizeOf(model), folder, usedFor: used.get(folder ?? '') ?? null });
  }
  if (asJson) return print(JSON.stringify(rows));
  print(
    table(
      ['NAME', 'LANGUAGES', 'SIZE', 'LICENSE', 'PUBLISHER', 'HERE', 'USED FOR'],
      rows.map(({ name, languages, bytes, license, publisher, folder, usedFor }) => [
        name,
        languages,
        size(bytes),
        license,
        publisher,
        folder ?? 'no',
        usedFor ?? '',
      ]),
    ),
  );
}

async function get(args: string[], { dataDir }: Settings): Promise<void> {
  const given = readArguments('models get', args);
  const model = fromMirror(named(given.positionals), given.text('from'));
  const to = given.text('to');
  const root = to === undefined ? modelsRoot(dataDir) : resolve(to);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new Error('interrupted')));
  const { folder, isNew } = await fetchModel(model, root, {
    signal: stop.signal,
    onProgress: progressTeller(),
    onWait: tell,
  });
  if (given.flag('json')) return print(JSON.stringify({ name: model.name, folder, isNew }));
  print(folder);
  const inRoot = to === undefined ? model.name : `--folder ${folder}`;
  tell(
    `${isNew ? 'Checked and installed' : 'Already installed and intact'}. ` +
      `\`parley models use ${inRoot}\` prints the setting for it.`,
  );
}

/** Prints the setting alone on standard output, so that it can be added to a file. */
function use(args: string[], { speech, dataDir }: Settings): void {
  const given = readArguments('models use', args);
  const own = given.text('folder');
  if ((given.positionals.length === 0) === (own === undefined))
    throw new UsageError(`Name a model, or a folder with --folder.\n\n${usageOf('models')}`);
  const folder =
    own === undefined ? join(modelsRoot(dataDir), named(given.positionals).name) : resolve(own);
  const setting = settingFor({
    folder,
    language: given.text('language') ?? null,
    known: speech.languages,
  });
  const missing = needsSherpa(folder);
  if (given.flag('json')) return print(JSON.stringify({ ...setting, needsSherpa: missing }));
  print(`${setting.name}=${setting.value}`);
  tell('Set this in the environment or in the file .env, and restart Parley.');
  if (missing) tell(`First run ${INSTALL_SHERPA} in Parley's folder: this model needs it.`);
}

function named([name]: readonly string[]): PinnedModel {
  const model = pinnedModels.find((one) => one.name === name);
  if (name === undefined) throw new UsageError(usageOf('models'));
  if (model) return model;
  const names = pinnedModels.map((one) => one.name).join(', ');
  throw new UsageError(
    `There is no model ${name} in the list: ${names}. To use a model of your own, name its folder with --folder.`,
  );
}

/** The same files at another address, with the same digests. */
function fromMirror(model: PinnedModel, base: string | undefined): PinnedModel {
  if (base === undefined) return model;
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new UsageError('--from takes an address that begins with https:// or http://.');
  const files = model.files.map(({ name, bytes, sha256 }) => ({
    name,
    bytes,
    sha256,
    url: `${base.replace(/\/+$/, '')}/${name}`,
  }));
  return { ...model, files };
}

/** A line for each tenth of a file. */
function progressTeller(): (progress: ModelProgress) => void {
  let told = '';
  return ({ file, bytes, of }) => {
    const now = `${file}: ${Math.floor((bytes / of) * 10) * 10} % of ${size(of)}`;
    if (now !== told) tell(now);
    told = now;
  };
}

/** Backups leave it out. */
function modelsRoot(dataDir: string): string {
  return join(dataDir, 'models');
}

function tell(words: string): void {
  process.stderr.write(`${words}\n`);
}
