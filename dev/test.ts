// `npm test [vitest's own filters and options]`: every test but the soak tests, which `npm run test:soak` runs, and
// those of the Python client, which need Python: `npm run test:python`.
// Ends with one plain line, `N passed, N failed`.
import { parseCLI, startVitest } from 'vitest/node';

const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)]);
options.project ??= ['!soak', '!python'];
const vitest = await startVitest('test', filter, { ...options, watch: false });
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const count = (state: string) => tests.filter((test) => test.result().state === state).length;
const brokenFiles = modules.filter((module) => module.errors().length > 0).length;
const unhandled = vitest.state.getUnhandledErrors().length;
await vitest.close();
const failed = count('failed') + brokenFiles + unhandled;
const skipped = count('skipped');
console.log(`${count('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || count('passed') === 0 ? 1 : 0);
