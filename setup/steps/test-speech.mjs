import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readZipMember } from '../archive.mjs';
import { isInPlace, putInPlace } from '../checked-file.mjs';
import { SetupFault } from '../fault.mjs';
import {
  humanSpeechPath,
  nodePath,
  projectRoot,
  testSpeechPath,
  testSpeechTable,
} from '../places.mjs';
import { runProgram } from '../program.mjs';
import { clock, oneLine, say, size } from '../progress.mjs';
import { toGuestWav } from '../wav.mjs';
import { fetchWheel } from '../wheel.mjs';
import { inWorkspace } from '../workspace.mjs';

const MAX_SYNTHESIS_SECONDS = 60;
/** A human recording of a public-domain text, from the publisher of the speech model. */
const HUMAN_SPEECH = {
  wheel: 'moonshine-voice==0.1.0',
  member: 'moonshine_voice/assets/two_cities.wav',
  sha256: 'f3348494d77cb74a02862f5e685ed09faf3e75832c5cc5c80703282c2cd8b52e',
};

export const name = 'test speech';
export const lock = 'test-speech';

export async function isDone() {
  const made = ['two_cities', ...Object.keys(testSpeechTable().texts)].map(testSpeechPath);
  const there = made.every((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
  return there && (await isInPlace(humanSpeechPath(), HUMAN_SPEECH.sha256));
}

/** What guests say in browser tests: one human recording, and texts spoken by mespeak, each with leading silence. */
export async function run() {
  const time = clock();
  const table = testSpeechTable();
  await inWorkspace(async (folder) => {
    if (!(await isInPlace(humanSpeechPath(), HUMAN_SPEECH.sha256))) await obtainHuman(folder);
    put(folder, testSpeechPath('two_cities'), toGuestWav([readFileSync(humanSpeechPath())], table));
    for (const [title, text] of Object.entries(table.texts)) {
      put(
        folder,
        testSpeechPath(title),
        toGuestWav(await speak(text, join(folder, title), table), table),
      );
    }
  });
  const bytes = ['two_cities', ...Object.keys(table.texts)].reduce(
    (sum, each) => sum + statSync(testSpeechPath(each)).size,
    0,
  );
  say(
    `test speech: ${Object.keys(table.texts).length} texts spoken and one recording, ${size(bytes)} in ${time()}`,
  );
}

async function speak(text, into, { voice, wordsPerMinute }) {
  mkdirSync(into);
  const speaker = join(projectRoot(), 'setup', 'speak.mjs');
  await runProgram(nodePath(), [speaker, voice, String(wordsPerMinute), text, into], {
    timeoutSeconds: MAX_SYNTHESIS_SECONDS,
  });
  return readdirSync(into).map((_, index) => readFileSync(join(into, `${index}.wav`)));
}

async function obtainHuman(folder) {
  try {
    const wheel = await fetchWheel(HUMAN_SPEECH.wheel, folder, name);
    const recording = join(folder, 'human.wav');
    writeFileSync(recording, readZipMember(wheel, HUMAN_SPEECH.member));
    await putInPlace(recording, humanSpeechPath(), HUMAN_SPEECH.sha256);
  } catch (error) {
    throw new SetupFault("the tests' human recording could not be obtained", {
      tried: [`Python package ${HUMAN_SPEECH.wheel}: ${oneLine(error)}`],
      fix: [
        'give this machine network access and python3 with pip (Debian: apt install python3-pip), and run again',
      ],
    });
  }
}

function put(folder, path, bytes) {
  const temporary = join(folder, 'guest.wav');
  writeFileSync(temporary, bytes);
  mkdirSync(dirname(path), { recursive: true });
  renameSync(temporary, path);
}
