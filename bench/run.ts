// For usage: `npm run bench -- --help`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../setup/places.mjs';
import type { BrowserWordsOptions } from './browser-words.ts';
import type { FleetOptions } from './fleet.ts';
import type { VocabularyOptions } from './vocabulary.ts';
import { asLines, Misuse } from './row.ts';

type Options = FleetOptions & VocabularyOptions & BrowserWordsOptions;
type Bench = (numbers: readonly string[], options: Options) => Promise<object[]>;
/** Each is loaded when it is chosen. */
const benches: Record<string, () => Promise<Bench>> = {
  'first-meeting': async () => (await import('./first-meeting.ts')).benchFirstMeeting,
  'guest-room': async () => (await import('./guest-room.ts')).benchGuestRoom,
  summary: async () => (await import('./summary.ts')).benchSummary,
  recognizers: async () => (await import('./recognizers.ts')).benchRecognizers,
  speech: async () => (await import('./speech.ts')).benchSpeech,
  'live-words': async () => (await import('./live-words.ts')).benchLiveWords,
  silence: async () => (await import('./silence.ts')).benchSilence,
  crowd: async () => (await import('./speech.ts')).benchCrowd,
  moderation: async () => (await import('./moderation.ts')).benchModeration,
  api: async () => (await import('./api.ts')).benchApi,
  events: async () => (await import('./events.ts')).benchEvents,
  background: async () => (await import('./background.ts')).benchBackground,
  fleet: async () => (await import('./fleet.ts')).benchFleet,
  words: async () => (await import('./words.ts')).benchWords,
  'browser-words': async () => {
    const { benchBrowserWords } = await import('./browser-words.ts');
    return (_, options) => benchBrowserWords(options);
  },
  vocabulary: async () => {
    const { benchVocabulary } = await import('./vocabulary.ts');
    return (_, options) => benchVocabulary(options);
  },
};

const PRINT_THEMSELVES = new Set(['api', 'silence', 'speech', 'crowd', 'fleet', 'vocabulary']);

const HELP = `npm run bench -- [name ...] [number ...] [--option value ...]

Prints a table for each bench and writes bench/results/<name>.json. Without a name all run:
${Object.keys(benches).join(', ')}.
A number chooses a row of recognizers (processes), speech, silence or crowd (people). crowd needs Go and opusenc.

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

const HAVE_ROWS = new Set(['recognizers', 'speech', 'silence', 'crowd']);

// What runs in a session of its own ends with this process.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

try {
  const failed = await runBenches(process.argv.slice(2));
  if (failed.length > 0) {
    console.error(`\nfailed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
  // Without an argument: a bench that found faults has set the exit code.
  process.exit();
} catch (error) {
  if (!(error instanceof Misuse)) throw error;
  console.error(`${error.message}\nFor usage: npm run bench -- --help`);
  process.exit(2);
}

/** Returns the names of those that failed. */
async function runBenches(args: string[]): Promise<string[]> {
  const { help, options, numbers, wanted } = readArguments(args);
  if (help) {
    console.log(HELP);
    return [];
  }
  const folder = join(projectRoot(), 'bench/results');
  mkdirSync(folder, { recursive: true });
  const failed: string[] = [];
  for (const [name, load] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n${name}`);
    try {
      const bench = await load();
      const figures = await bench(numbers, options);
      const machine = { cpu: cpus()[0]?.model, cores: cpus().length };
      if (!PRINT_THEMSELVES.has(name)) console.log(asLines(figures));
      writeFileSync(
        join(folder, `${name}.json`),
        `${JSON.stringify({ ...machine, date: new Date().toISOString(), figures }, null, 2)}\n`,
      );
    } catch (error) {
      if (error instanceof Misuse) throw error;
      console.error(error);
      failed.push(name);
    }
  }
  return failed;
}

function readArguments(args: string[]) {
  const { values, positionals } = parsed(args);
  const { help = false, ...options } = values;
  for (const name of ['meetings', 'stored', 'minutes', 'hours'] as const)
    if (options[name] !== undefined && !/^\d+(\.\d+)?$/.test(options[name]))
      throw new Misuse(`--${name} ${options[name]} is not a number`);
  if (options.apis !== undefined && !/^[1-9]\d*(,[1-9]\d*)*$/.test(options.apis))
    throw new Misuse(`--apis ${options.apis} is not a list of numbers such as 1,2,4`);
  const numbers = positionals.filter((argument) => /^\d+$/.test(argument));
  const wanted = positionals.filter((argument) => !numbers.includes(argument));
  const unknown = wanted.filter((name) => !(name in benches));
  if (unknown.length > 0)
    throw new Misuse(
      `There is no bench named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`,
    );
  const rowless = wanted.filter((name) => !HAVE_ROWS.has(name));
  if (numbers.length > 0 && (wanted.length === 0 || rowless.length > 0))
    throw new Misuse(`A number chooses a row of ${[...HAVE_ROWS].join(', ')}: name one of them`);
  return { help, options, numbers, wanted };
}

function parsed(args: string[]) {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
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
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}
