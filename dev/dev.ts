// `npm run dev`: the product with reload of service and page, a seeded meeting, and its guest link to click on.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../clients/sdk-typescript/client.ts';
import { projectRoot } from '../setup/places.mjs';
import { until } from './world/until.ts';

const dataDir = join(projectRoot(), '.parley', 'dev');
const url = 'http://localhost:8080';

const run = (args: string[]): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: projectRoot(),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PARLEY_DATA_DIR: dataDir },
  });

const children = [
  run(['--watch', '--watch-preserve-output', 'src/app/main.mjs']),
  run(['node_modules/vite/bin/vite.js', 'build', 'clients/web', '--watch', '--logLevel', 'warn']),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
  });
}

await until('the service is ready', 60_000, () =>
  fetch(`${url}/health/ready`).then(
    (response) => response.ok,
    () => false,
  ),
);
const client = createClient({
  baseUrl: url,
  apiKey: (await readFile(join(dataDir, 'api-key'), 'utf8')).trim(),
});
const { meetingRef } = await client.meetings.create({ title: 'A meeting to try things in' });
const { guestUrl } = await client.guestLinks.create(meetingRef);
console.log(`\n  Meeting ${meetingRef}\n  Join:   ${guestUrl}\n`);
