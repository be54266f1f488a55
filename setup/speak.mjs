// node speak.mjs VOICE SPEED TEXT FOLDER: speaks TEXT with mespeak's voice (for example en/en) at SPEED words a minute,
// each sentence into its own WAV file: 0.wav, 1.wav, ...
// It runs as a separate process, because mespeak is one big asm.js program that keeps its memory and its state.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [voice, speed, text, folder] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const mespeak = require('mespeak');
mespeak.loadConfig(require('mespeak/src/mespeak_config.json'));
mespeak.loadVoice(require(`mespeak/voices/${voice}.json`));
for (const [index, sentence] of text.split(/(?<=[.!?])\s+/).entries()) {
  const wav = mespeak.speak(sentence, { rawdata: 'buffer', speed: Number(speed) });
  if (!wav?.length) throw new Error(`mespeak returned no sound for voice ${voice}`);
  writeFileSync(join(folder, `${index}.wav`), wav);
}
