import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readZipMember } from '../archive.mjs';
import { isInPlace, putInPlace } from '../checked-file.mjs';
import { download } from '../download.mjs';
import { SetupFault } from '../fault.mjs';
import { HUMAN_SPEECH, MOONSHINE_WHEEL } from '../human-speech.mjs';
import { oneLine } from '../one-line.mjs';
import { humanSpeechPath, speechModelDir, vadModelPath } from '../places.mjs';
import { clock, say } from '../progress.mjs';
import { tokensFromTokenizer } from '../tokens.mjs';
import { fetchWheel } from '../wheel.mjs';
import { inWorkspace } from '../workspace.mjs';

const VENDOR = 'https://download.moonshine.ai/model/tiny-en/quantized/tiny-en';
const VAD_WHEEL = 'silero-vad==6.2.3';
const VAD_SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';
const TOKENIZER = {
  file: 'tokenizer.bin',
  sha256: '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d',
};
const ENCODER = {
  file: 'encoder_model.ort',
  sha256: '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
};
const DECODER = {
  file: 'decoder_model_merged.ort',
  sha256: 'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
};
// The tokenizer in the form that sherpa-onnx reads.
const TOKENS = {
  file: 'tokens.txt',
  sha256: 'f54e77f883a89fbd74daa7d9645bbf889a00af3974f4f1821d46d95b6cac0154',
};

export const name = 'speech model';
export const lock = 'speech-model';

export async function isDone() {
  return (await modelIsDone()) && (await isInPlace(vadModelPath(), VAD_SHA256));
}

/** Moonshine tiny (English, MIT) and Silero VAD (MIT), each checked against its pinned sha256 whatever the source. */
export async function run() {
  await inWorkspace(async (folder) => {
    if (!(await modelIsDone())) await obtainModel(folder);
    if (!(await isInPlace(vadModelPath(), VAD_SHA256))) await obtainVad(folder);
  });
}

async function modelIsDone() {
  for (const { file, sha256 } of [ENCODER, DECODER, TOKENS]) {
    if (!(await isInPlace(join(speechModelDir(), file), sha256))) return false;
  }
  return true;
}

async function obtainModel(folder) {
  const tried = [];
  const time = clock();
  say('speech model: Moonshine tiny, English (43 MB)');
  for (const [source, obtain] of [
    [VENDOR, fromVendor],
    [`Python package ${MOONSHINE_WHEEL}`, fromWheel],
  ]) {
    try {
      await obtain(folder);
      await putModelInPlace(folder);
      say(`speech model: checked and in place, 43 MB in ${time()}`);
      return;
    } catch (error) {
      tried.push(`${source}: ${oneLine(error)}`);
      say(`speech model: not available from ${source} (${oneLine(error)})`);
    }
  }
  throw new SetupFault('the speech model (Moonshine tiny) could not be obtained', {
    tried,
    fix: fix(speechModelDir()),
  });
}

async function fromVendor(folder) {
  for (const { file } of [TOKENIZER, ENCODER, DECODER])
    await download(`${VENDOR}/${file}`, join(folder, file), name);
}

async function fromWheel(folder) {
  const wheel = await fetchWheel(MOONSHINE_WHEEL, folder, name);
  for (const { file } of [TOKENIZER, ENCODER, DECODER]) {
    writeFileSync(
      join(folder, file),
      readZipMember(wheel, `moonshine_voice/assets/tiny-en/${file}`),
    );
  }
  // The tests' human recording is in the same package. Keeping it now saves another download.
  writeFileSync(join(folder, 'speech.wav'), readZipMember(wheel, HUMAN_SPEECH.member));
  await putInPlace(join(folder, 'speech.wav'), humanSpeechPath(), HUMAN_SPEECH.sha256);
}

async function putModelInPlace(folder) {
  await putInPlace(
    join(folder, TOKENIZER.file),
    join(speechModelDir(), TOKENIZER.file),
    TOKENIZER.sha256,
  );
  const tokens = tokensFromTokenizer(readFileSync(join(speechModelDir(), TOKENIZER.file)));
  writeFileSync(join(folder, TOKENS.file), tokens);
  for (const { file, sha256 } of [TOKENS, ENCODER, DECODER]) {
    await putInPlace(join(folder, file), join(speechModelDir(), file), sha256);
  }
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
