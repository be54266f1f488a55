// `npm run bench [name ...]`: prints a table for each bench and writes bench/results/<name>.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../setup/places.mjs';
import { benchApi } from './api.ts';
import { benchFirstMeeting } from './first-meeting.ts';
import { benchSummary } from './summary.ts';
import { benchSpeech } from './speech.ts';

const benches: Record<string, () => Promise<object[]>> = {
  'first-meeting': benchFirstMeeting,
  summary: benchSummary,
  speech: benchSpeech,
  api: benchApi,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const folder = join(projectRoot(), 'bench/results');
mkdirSync(folder, { recursive: true });
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  const figures = await bench();
  if (name !== 'api') console.table(figures);
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ date: new Date().toISOString(), cpu: cpus()[0]?.model, cores: cpus().length, figures }, null, 2)}\n`,
  );
}
process.exit(0);
