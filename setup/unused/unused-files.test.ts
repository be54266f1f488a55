import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../places.mjs';
import { pageOnlyPackages } from './page-only-packages.mjs';
import { removeDevelopersFiles, removeSymbols } from './unused-files.mjs';

const LOCKFILE = JSON.parse(readFileSync(join(projectRoot(), 'package-lock.json'), 'utf8'));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-unused-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what the service imports is never among the packages of the pages', () => {
  const ofThePages = pageOnlyPackages(LOCKFILE);
  expect(ofThePages).toContain('node_modules/vite');
  const imported = readdirSync(join(projectRoot(), 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(join(projectRoot(), 'src', name), 'utf8').matchAll(
        /(?:from|import\() ?'((?:@[\w-]+\/)?[a-z][\w-]*)/g,
      ),
    ])
    .map(([, name]) => `node_modules/${name}`);
  expect(imported).toContain('node_modules/fastify');
  expect(ofThePages.filter((path) => imported.includes(path))).toEqual([]);
});

test('a package that pages and service both need stays, and so does its own version of another', () => {
  const packages = {
    '': { dependencies: { fastify: '1', vite: '1' } },
    'node_modules/fastify': { dependencies: { shared: '1', own: '1' } },
    'node_modules/fastify/node_modules/own': {},
    'node_modules/own': {},
    'node_modules/shared': { peerDependencies: { peer: '1' } },
    'node_modules/peer': {},
    'node_modules/vite': { dependencies: { shared: '1', own: '2' } },
  };
  expect(pageOnlyPackages({ packages }).sort()).toEqual(['node_modules/own', 'node_modules/vite']);
});

test("of a product's packages stay what runs, every package.json and every license", () => {
  const packages = {
    '': { dependencies: { fastify: '1', vite: '1' } },
    'node_modules/fastify': {},
    'node_modules/vite': {},
  };
  for (const path of [
    'fastify/package.json',
    'fastify/index.js',
    'fastify/lib/test/rule.js',
    'fastify/LICENSE.md',
    'fastify/README.md',
    'fastify/types/index.d.ts',
    'fastify/test/all.js',
    'vite/package.json',
    'vite/index.js',
  ]) {
    mkdirSync(dirname(join(folder, 'node_modules', path)), { recursive: true });
    writeFileSync(join(folder, 'node_modules', path), '');
  }
  removeDevelopersFiles(join(folder, 'node_modules'), { packages });
  const left = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  expect(left.sort()).toEqual([
    'fastify',
    'fastify/LICENSE.md',
    'fastify/index.js',
    'fastify/lib',
    'fastify/lib/test',
    'fastify/lib/test/rule.js',
    'fastify/package.json',
    'vite',
    'vite/package.json',
  ]);
});

test('a program runs without what only debuggers read', () => {
  const program = join(folder, 'node');
  copyFileSync(process.execPath, program);
  removeSymbols(program);
  const { size, mode } = statSync(program);
  expect(size).toBeLessThanOrEqual(statSync(process.execPath).size);
  appendFileSync(program, 'as if it had symbols');
  removeSymbols(program);
  expect(statSync(program)).toMatchObject({ size, mode });
  expect(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()).toBe(process.version);
});

test('a file that is no program stays as it is', () => {
  writeFileSync(join(folder, 'script'), '#!/bin/sh\n');
  removeSymbols(join(folder, 'script'));
  removeSymbols(join(folder, 'absent'));
  expect(readFileSync(join(folder, 'script'), 'utf8')).toBe('#!/bin/sh\n');
});
