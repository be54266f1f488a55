import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultCodes } from './fault-codes.ts';

// The other way round, the types refuse a code that is not in the list.
test('every code that the documentation of errors[] lists is one that the service sends', () => {
  const files = globSync('src/{core,server}/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const source = files.map((path) => readFileSync(path, 'utf8')).join('\n');
  const unsent = Object.keys(faultCodes).filter(
    (code) => !new RegExp(`'${code}'|^\\s*${code}: '`, 'm').test(source),
  );
  expect(files).not.toEqual([]);
  expect(unsent).toEqual([]);
});
