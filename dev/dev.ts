// `npm run dev`: the product with reload of service and page, a seeded meeting, and its guest link to click on.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '../clients/sdk-typescript/client.ts';
import { projectRoot } from '../setup/places.mjs';
import { endWithUs } from '../setup/program.mjs';

const dataDir = join(projectRoot(), '.parley', 'dev');

const run = (args: string[], stdout: 'ignore' | 'pipe'): ChildProcess => {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot(),
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, PARLEY_DATA_DIR: dataDir },
  });
  endWithUs(child);
  return child;
};

const service = run(['--watch', '--watch-preserve-output', 'src/app/main.mjs'], 'pipe');
const vite = ['node_modules/vite/bin/vite.js', 'build', 'clients/web', '--watch'];
const pages = run([...vite, '--logLevel', 'warn'], 'ignore');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of [service, pages]) child.kill('SIGTERM');
  });
}

let seeded: Promise<void> | undefined;
// A start that fails says why on standard error, and is tried again when a file changes.
createInterface({ input: service.stdout ?? process.stdin }).on('line', (line) => {
  const url = /"msg":"ready".*"url":"([^"]+)"/.exec(line)?.[1];
  if (url !== undefined) seeded ??= seed(url);
});

async function seed(url: string): Promise<void> {
  const apiKey = (await readFile(join(dataDir, 'api-key'), 'utf8')).trim();
  const client = createClient({ baseUrl: url, apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'A meeting to try things in' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  console.log(`\n  Meeting ${meetingRef}\n  Join:   ${guestUrl}\n`);
}
