// Builds the package `@parley/sdk` into ./dist: by `npm run build:sdk`, and whenever npm packs it.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = join(folder, '../..');

/** In the package, the contract's types lie beside the client. */
const CONTRACT = '../../contract/generated/';

/** Nothing newer than Node 20. DOM covers what every runtime has: fetch, streams, AbortSignal, crypto. */
const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  declaration: true,
  rootDir: '.',
  outDir: 'dist',
};

export function buildSdk(): void {
  // Below the root, so that no other packages on the machine are found.
  mkdirSync(join(root, '.parley'), { recursive: true });
  const stage = mkdtempSync(join(root, '.parley', 'sdk-'));
  try {
    stageSources(stage);
    writeFileSync(join(stage, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(
      join(stage, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['client.ts'] }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', stage], { stdio: ['ignore', 'inherit', 'inherit'] });
    const built = join(folder, 'dist');
    rmSync(built, { recursive: true, force: true });
    cpSync(join(stage, 'dist'), built, { recursive: true });
  } finally {
    rmSync(stage, { recursive: true });
  }
}

function stageSources(stage: string): void {
  const own = globSync('*.ts', { cwd: folder }).filter(
    (name) => !name.endsWith('.test.ts') && name !== basename(import.meta.url),
  );
  const sources = [
    ...own.map((name) => join(folder, name)),
    ...['api.ts', 'operations.ts', 'problems.ts'].map((name) =>
      join(root, 'contract/generated', name),
    ),
  ];
  for (const path of sources) {
    const text = readFileSync(path, 'utf8')
      .replaceAll(`'${CONTRACT}`, `'./`)
      .replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");
    writeFileSync(join(stage, basename(path)), text);
  }
}

if (import.meta.main) buildSdk();
