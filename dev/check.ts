// `npm run check`: format, lint, types, spelling, source rules, contract, side by side. Prints what
// failed and exits 1.
import { spawn } from 'node:child_process';
import { contractFaults } from './checks/contract-rules.ts';
import { lockfileFaults, missingReasons, readLockfile } from './checks/dependency-rules.ts';
import { licenseDocumentFaults } from './checks/shipped-licenses.ts';
import { sourceRuleFaults } from './checks/source-rules.ts';
import { annotationsInTests, promiseFaults, promiseSections } from './checks/promises.ts';

type Outcome = { name: string; faults: string };

function tool(name: string, script: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('close', (code) =>
      resolve({ name, faults: code === 0 ? '' : output.trim() || `exit ${code}` }),
    );
  });
}

const started = Date.now();
const outcomes = await Promise.all([
  tool('format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'),
  tool('lint', 'node_modules/oxlint/bin/oxlint'),
  tool('types', 'node_modules/typescript/bin/tsc', '-p', '.'),
  tool('spelling', 'node_modules/cspell/bin.mjs', '--no-progress', '--no-summary', '--quiet'),
  Promise.resolve({ name: 'source rules', faults: sourceRuleFaults().join('\n') }),
  Promise.resolve({
    name: 'dependencies',
    faults: [
      ...missingReasons(),
      ...lockfileFaults(readLockfile()),
      ...licenseDocumentFaults(),
    ].join('\n'),
  }),
  Promise.resolve({
    name: 'promises',
    faults: promiseFaults(promiseSections(), annotationsInTests()).join('\n'),
  }),
  contractFaults().then((faults) => ({ name: 'contract', faults: faults.join('\n') })),
]);
for (const { name, faults } of outcomes)
  console.log(faults ? `✗ ${name}\n${faults}\n` : `✓ ${name}`);
console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`);
process.exitCode = outcomes.some(({ faults }) => faults) ? 1 : 0;
