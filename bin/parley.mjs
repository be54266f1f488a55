#!/usr/bin/env node
// Runs the command line under the package's own Node 24, whatever Node starts this file.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { nodePath, projectRoot } from '../setup/places.mjs';

// A Ctrl-C at a terminal reaches the child by itself.
const SIGNALS = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];

if (!existsSync(nodePath())) {
  process.stderr.write(
    `parley: not set up yet: run \`node ${join(projectRoot(), 'setup', 'run.mjs')} start\` once\n`,
  );
  process.exit(1);
}

const commandLine = join(projectRoot(), 'src', 'app', 'command-line.ts');
const child = spawn(nodePath(), [commandLine, ...process.argv.slice(2)], {
  // Models come through the operator's proxy. Calls to a service do not.
  env: { ...process.env, ...(process.argv[2] === 'models' && { NODE_USE_ENV_PROXY: '1' }) },
  stdio: 'inherit',
});

if (process.stdin.isTTY) process.on('SIGINT', () => {});
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));

child.once('error', (error) => {
  process.stderr.write(`parley: ${nodePath()} could not be started: ${error.message}\n`);
  process.exit(1);
});
child.once('exit', (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0));
});
