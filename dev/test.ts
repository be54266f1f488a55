// `npm test`: every test. Ends with one plain line, `N passed, N failed`.
import { startVitest } from 'vitest/node';

const vitest = await startVitest('test', process.argv.slice(2), { watch: false });
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
const count = (state: string) => tests.filter((test) => test.result().state === state).length;
const brokenFiles = vitest.state.getTestModules().filter((module) => module.errors().length > 0).length;
const unhandled = vitest.state.getUnhandledErrors().length;
await vitest.close();
const failed = count('failed') + brokenFiles + unhandled;
const skipped = count('skipped');
console.log(`${count('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 || count('passed') === 0 ? 1 : 0);
