// `npm run bench [name ...] [number ...]`: prints a table for each bench and writes bench/results/<name>.json.
// Numbers choose rows, of benches that have a row for each number of people. `--name value` is an option of a bench.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../setup/places.mjs';
import { benchApi } from './api.ts';
import { benchBackground } from './background.ts';
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
import { benchWords } from './words.ts';

type Options = FleetOptions & VocabularyOptions;
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
  vocabulary: (_, options) => benchVocabulary(options),
};

const PRINT_THEMSELVES = new Set(['api', 'silence', 'speech', 'crowd', 'fleet', 'vocabulary']);

const option = { type: 'string' } as const;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    meetings: option,
    stored: option,
    apis: option,
    hours: option,
    minutes: option,
    part: option,
    set: option,
  },
});
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
  if (!PRINT_THEMSELVES.has(name)) console.log(markdownTable(figures));
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ ...machine, date: new Date().toISOString(), figures }, null, 2)}\n`,
  );
}
process.exit(0);

/** As docs/measured.md holds it. */
function markdownTable(rows: object[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) =>
    Object.values(row).map((value) => String(value).replaceAll('|', '/')),
  );
  return [columns, columns.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
