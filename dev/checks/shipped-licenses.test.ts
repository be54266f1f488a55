import { expect, test } from 'vitest';
import { licenseDocument, licenseDocumentFaults } from './shipped-licenses.ts';

test('the list holds what a product installs, once each, and no tool of development', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/fastify': { version: '5.0.0', license: 'MIT' },
    'node_modules/a/node_modules/ms': { version: '2.0.0', license: 'ISC' },
    'node_modules/b/node_modules/ms': { version: '2.0.0', license: 'ISC' },
    'node_modules/vitest': { version: '5.1.0', license: 'MIT', dev: true },
  };
  const text = licenseDocument({ packages });
  expect(text).toContain('**ISC** (1): `ms@2.0.0`');
  expect(text).toContain('**MIT** (1): `fastify@5.0.0`');
  expect(text).not.toContain('vitest');
  expect(text).toMatch(/\| LiveKit \d+\.\d+\.\d+, with/);
});

test('the list in the guides is that of the lockfile', () => {
  expect(licenseDocumentFaults()).toEqual([]);
});
