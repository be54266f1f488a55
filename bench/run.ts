// For usage: `npm run bench -- --help`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../setup/places.mjs';
import { benchApi } from './api.ts';
import { benchBackground } from './background.ts';
import { benchBrowserWords, type BrowserWordsOptions } from './browser-words.ts';
import { benchEvents } from './events.ts';
import { benchFirstMeeting } from './first-meeting.ts';
import { benchFleet, type FleetOptions } from './fleet.ts';
import { benchGuestRoom } from './guest-room.ts';
import { benchLiveWords } from './live-words.ts';
import { benchModeration } from './moderation.ts';
import { benchRecognizers } from './recognizers.ts';
import { benchSilence } from './silence.ts';
import { benchSummary } from './summary.ts';
import { benchCrowd, benchSpeech } from './speech.ts';
import { benchVocabulary, type VocabularyOptions } from './vocabulary.ts';
import { asLines } from './row.ts';
import { benchWords } from './words.ts';

type Options = FleetOptions & VocabularyOptions & BrowserWordsOptions;
type Bench = (numbers: readonly string[], options: Options) => Promise<object[]>;
const benches: Record<string, Bench> = {
  'first-meeting': benchFirstMeeting,
  'guest-room': benchGuestRoom,
  summary: benchSummary,
  recognizers: benchRecognizers,
  speech: benchSpeech,
  'live-words': benchLiveWords,
  silence: benchSilence,
  crowd: benchCrowd,
  moderation: benchModeration,
  api: benchApi,
  events: benchEvents,
  background: benchBackground,
  fleet: benchFleet,
  words: benchWords,
  'browser-words': (_, options) => benchBrowserWords(options),
  vocabulary: (_, options) => benchVocabulary(options),
};

const PRINT_THEMSELVES = new Set(['api', 'silence', 'speech', 'crowd', 'fleet', 'vocabulary']);

const HELP = `npm run bench -- [name ...] [number ...] [--option value ...]

Prints a table for each bench and writes bench/results/<name>.json. Without a name all run:
${Object.keys(benches).join(', ')}.
A number chooses a row, of benches that have one for each number of people.

fleet: whole lives of meetings against several processes, each checked at the end.
  --meetings 10000    lives in all, at most
  --stored 300000     meetings of the past in the database
  --apis 1,2,4,1      api processes of each part
  --minutes 8         for the lives of all parts, at most
  --hours 24          time leaps from hour to hour: keys, links, records of idempotency and meetings without
                      people run out, and retention is applied. Prints the memory of each process at the end of each
                      hour, after a forced garbage collection, and its growth in KB for 1,000 lives, by least squares
                      after the first third of the lives, with two standard errors. One api unless --apis says more.

vocabulary: how well names of a meeting's vocabulary are recognized, and what that costs other words.
  --part names|ordinary|talk
  --set training|development|holdout
  --model FOLDER      of a Moonshine model; otherwise the one of the set-up

browser-words: the same clips from a file and through the microphone of a guest's browser, in real time.
  --clips FOLDER      WAV files with texts beside the recording of the set-up: manifest.jsonl, lines of id and ref
  --part 'fan, 20 dB' one kind of sound alone`;

const option = { type: 'string' } as const;
const {
  values: { help, ...options },
  positionals,
} = parseArgs({
  allowPositionals: true,
  options: {
    meetings: option,
    stored: option,
    apis: option,
    hours: option,
    minutes: option,
    part: option,
    clips: option,
    set: option,
    model: option,
    help: { type: 'boolean' },
  },
});
if (help) {
  console.log(HELP);
  process.exit(0);
}
const numbers = positionals.filter((argument) => /^\d+$/.test(argument));
const wanted = positionals.filter((argument) => !numbers.includes(argument));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `There is no bench named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`,
  );
  process.exit(2);
}
const folder = join(projectRoot(), 'bench/results');
mkdirSync(folder, { recursive: true });
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const figures = await bench(numbers, options);
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length };
  if (!PRINT_THEMSELVES.has(name)) console.log(asLines(figures));
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ ...machine, date: new Date().toISOString(), figures }, null, 2)}\n`,
  );
}
process.exit(0);
