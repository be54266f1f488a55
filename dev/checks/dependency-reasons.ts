// Every package of package.json has its sentence in the decision on dependencies.
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
