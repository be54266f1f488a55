// `npm test [vitest's own filters and options]`: every test but the soak tests, which `npm run test:soak` runs, and
// those of the Python client and of a real language model's server, which need Python: `npm run test:python`.
// Ends with the names of the failed tests, and one plain line, `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';
import { cacheDir } from '../setup/places.mjs';

// Commands that tests start begin in two thirds of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(cacheDir(), 'compile');
// When vitest is told to end, it leaves its workers running, and what they have started.
process.once('exit', () => endBelow(process.pid));
// With `run`, a filter such as `bench` or `dev` is not taken for another of vitest's commands.
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
options.project ??= ['!soak', '!python'];
const vitest = await startVitest('test', filter, { ...options, watch: false });
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const count = (state: string) => tests.filter((test) => test.result().state === state).length;
// A `beforeAll` that fails leaves its tests skipped.
const broken = modules.flatMap((module) =>
  [module, ...module.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => ({ file: module.relativeModuleId, error: suite.errors()[0] })),
);
const unhandled = vitest.state.getUnhandledErrors();
await vitest.close();
const firstLine = (error: unknown) =>
  (error instanceof Object && 'message' in error ? String(error.message) : '').split('\n')[0];
for (const test of tests.filter((each) => each.result().state === 'failed')) {
  console.log(
    `failed: ${test.module.relativeModuleId}: ${test.fullName}: ${firstLine(test.result().errors?.[0])}`,
  );
}
for (const { file, error } of broken) {
  console.log(`failed: ${file}: ${firstLine(error)}`);
}
for (const error of unhandled) {
  console.log(`failed: outside a test: ${firstLine(error)}`);
}
const failed = count('failed') + broken.length + unhandled.length;
const skipped = count('skipped');
console.log(`${count('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || count('passed') === 0 ? 1 : 0);

function endBelow(pid: number): void {
  for (const child of childrenOf(pid)) {
    endBelow(child);
    try {
      process.kill(child, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
