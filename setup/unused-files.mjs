// Removes what packages bring and nothing here uses: about half of node_modules.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const OTHER_ARCH = process.arch === 'x64' ? 'arm64' : 'x64';

/** Folders of the packages that hold other platforms' libraries, C headers and documentation. */
const FOLDERS = [
  'onnxruntime-node/bin/napi-v6/darwin',
  'onnxruntime-node/bin/napi-v6/win32',
  `onnxruntime-node/bin/napi-v6/linux/${OTHER_ARCH}`,
  `node-linux-${process.arch}/include`,
  `node-linux-${process.arch}/share`,
];

/**
 * Packages that are never loaded: werift writes MP4 files with mediabunny, and typed-emitter names rxjs for a type.
 * Their package.json stays, so that npm does not install them again.
 */
const PACKAGES = ['mediabunny', 'rxjs'];

/** Their packages come as CommonJS, which Node loads, and once more for bundlers. */
const TWICE = ['@aws-sdk', '@smithy'];

export function removeUnusedFiles(nodeModules) {
  const remove = (path) => rmSync(path, { recursive: true, force: true });
  for (const folder of FOLDERS) remove(join(nodeModules, folder));
  for (const name of PACKAGES)
    for (const entry of entriesOf(join(nodeModules, name)))
      if (entry !== 'package.json') remove(join(nodeModules, name, entry));
  for (const scope of TWICE)
    for (const entry of entriesOf(join(nodeModules, scope)))
      remove(join(nodeModules, scope, entry, 'dist-es'));
  for (const path of sourceMapsBelow(nodeModules)) remove(path);
}

function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sourceMapsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
