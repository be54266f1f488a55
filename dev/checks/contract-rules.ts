// The contract is the source: no generated file is stale, and each operation has exactly one route and one SDK method.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { lintFromString, createConfig } from '@redocly/openapi-core';
import { parse } from 'yaml';
import { generated } from '../../contract/generate.ts';
import { breakingChanges } from './breaking-changes.ts';
import { houseFaults } from './house-rules.ts';
import { envExample } from '../../src/app/config/env-example.ts';
import { settingsGuide } from '../../src/app/config/settings-guide.ts';

const SDK = 'clients/sdk-typescript/client.ts';

type Operation = { operationId?: string };
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function staleFiles(): string[] {
  const expected = {
    ...Object.fromEntries(
      Object.entries(generated()).map(([path, text]) => [`contract/${path}`, text]),
    ),
    '.env.example': envExample(),
    'docs/guide/settings.md': settingsGuide(),
  };
  return Object.entries(expected)
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(([path]) => `${path} is stale: run npm run generate`);
}

function operationIds(path: string): string[] {
  const document: { paths: Record<string, Record<string, Operation>> } = parse(
    readFileSync(path, 'utf8'),
  );
  return Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => operation.operationId ?? []),
  );
}

function missingHomes(): string[] {
  const sdk = readFileSync(SDK, 'utf8');
  const files = new Set(globSync('src/server/routes/**/*.ts').map((path) => basename(path)));
  const promised = operationIds('contract/openapi.yaml');
  const routes = [...promised, ...operationIds('contract/guest-api.yaml')].filter(
    (id) => !files.has(`${kebab(id)}.ts`),
  );
  return [
    ...routes.map((id) => `${id} has no file ${kebab(id)}.ts in src/server/routes`),
    ...missingMethods(promised, sdk),
  ];
}

/** One line per operation that no method of the client calls. */
export function missingMethods(ids: readonly string[], sdk: string): string[] {
  const called = new Set([...sdk.matchAll(/\boperations\.(\w+)/g)].map(([, id]) => id));
  return ids.filter((id) => !called.has(id)).map((id) => `${id} has no method in ${SDK}`);
}

async function lintFaults(): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({
    // Includes the examples of problems, which must match their schema.
    source: generated()['generated/openapi.json'] ?? '',
    absoluteRef: 'contract/generated/openapi.json',
    config,
  });
  return found
    .filter((fault) => !fault.ignored)
    .map(
      (fault) =>
        `contract/openapi.yaml: ${fault.ruleId}: ${fault.message} (${fault.location[0]?.pointer ?? ''})`,
    );
}

/** One line per fault. */
export async function contractFaults(): Promise<string[]> {
  const house = houseFaults(
    JSON.parse(generated()['generated/openapi.json'] ?? ''),
    parse(readFileSync('contract/problems.yaml', 'utf8')),
  );
  return [
    ...staleFiles(),
    ...missingHomes(),
    ...breakingChanges(),
    ...house.map((fault) => `contract: ${fault}`),
    ...(await lintFaults()),
  ];
}
