import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('code samples use references with the prefixes that the service gives', () => {
  const served = readFileSync(new URL('generated/openapi.json', import.meta.url), 'utf8');
  const samples = [...served.matchAll(/"source":"(.*?[^\\])"/g)].map(([, source]) => source);
  const prefixes = samples.flatMap((source) =>
    [...(source ?? '').matchAll(/['"](\w+)_[0-9A-Za-z]{24}\b/g)].map(([, prefix]) => prefix),
  );
  expect(new Set(prefixes)).toEqual(new Set(['mtg', 'gl', 'pt', 'wh', 'dlv']));
});
