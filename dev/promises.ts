// `npm run -s promises`: prints each promise of the contract with the tests that verify it.
import { annotationsInTests, promiseSections, promiseTable } from './checks/promises.ts';

process.stdout.write(promiseTable(promiseSections(), annotationsInTests()));
