import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readZipMember } from '../archive.mjs';
import { isInPlace, listedFiles, putInPlace, writeChecksums } from '../checked-file.mjs';
import { SetupFault } from '../fault.mjs';
import { nodePath, projectRoot, speechModelDir, vadModelPath } from '../places.mjs';
import { runProgram } from '../program.mjs';
import { clock, oneLine, say } from '../progress.mjs';
import { fetchWheel } from '../wheel.mjs';
import { inWorkspace } from '../workspace.mjs';

const MAX_MINUTES = 15;
const VAD_WHEEL = 'silero-vad==6.2.3';
const VAD_SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';

export const name = 'speech model';
export const lock = 'speech-model';

export async function isDone() {
  return (await modelIsDone()) && (await isInPlace(vadModelPath(), VAD_SHA256));
}

async function modelIsDone() {
  const files = listedFiles(speechModelDir());
  for (const { path, sha256 } of files) if (!(await isInPlace(path, sha256))) return false;
  return files.length > 0;
}

/** Moonshine base (English, MIT) and Silero VAD (MIT), each checked against its pinned sha256. */
export async function run() {
  // Other users of the machine may read it, such as that of a container.
  mkdirSync(dirname(speechModelDir()), { recursive: true });
  if (!(await modelIsDone())) await obtainModel();
  if (!(await isInPlace(vadModelPath(), VAD_SHA256))) await inWorkspace(obtainVad);
}

/** By the same command with which operators get other models. */
async function obtainModel() {
  const time = clock();
  const model = basename(speechModelDir());
  say(`speech model: ${model} (64 MB)`);
  const get = ['models', 'get', model, '--to', dirname(speechModelDir())];
  try {
    await runProgram(nodePath(), [join(projectRoot(), 'src/app/command-line.ts'), ...get], {
      cwd: dirname(speechModelDir()),
      env: withoutSettings(),
      timeoutSeconds: MAX_MINUTES * 60,
    });
  } catch (error) {
    throw new SetupFault(`the speech model (${model}) could not be obtained`, {
      tried: [`parley ${get.join(' ')}: ${oneLine(error)}`],
      fix: fix(speechModelDir()),
    });
  }
  say(`speech model: checked and in place in ${time()}`);
}

/** A fault in the operator's settings is reported by the service, which lists them all. */
function withoutSettings() {
  const settings = Object.keys(process.env).filter((name) =>
    /^(PARLEY|LIVEKIT)_|^DATABASE_URL$/.test(name),
  );
  return Object.fromEntries(settings.map((name) => [name, undefined]));
}

async function obtainVad(folder) {
  const time = clock();
  say('speech model: Silero voice activity detection (2 MB)');
  try {
    const wheel = await fetchWheel(VAD_WHEEL, folder, name);
    writeFileSync(
      join(folder, 'vad.onnx'),
      readZipMember(wheel, 'silero_vad/data/silero_vad.onnx'),
    );
    await putInPlace(join(folder, 'vad.onnx'), vadModelPath(), VAD_SHA256);
    await writeChecksums(dirname(vadModelPath()));
  } catch (error) {
    throw new SetupFault('the voice activity model (Silero) could not be obtained', {
      tried: [`Python package ${VAD_WHEEL}: ${oneLine(error)}`],
      fix: fix(vadModelPath()),
    });
  }
  say(`speech model: voice activity model checked and in place in ${time()}`);
}

function fix(path) {
  return [
    'give this machine network access and python3 with pip (Debian: apt install python3-pip), and run again',
    `or copy ${path} from a machine where the set-up has run`,
  ];
}
