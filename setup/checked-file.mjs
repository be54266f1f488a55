// Files whose content is pinned. The full check (sha256) runs when a file is put in place and whenever its size
// or time differs from the one recorded beside it, so a finished set-up costs two stats per file.
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * sha256 of a file, in hex.
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Whether the file is there with the pinned content.
 * @param {string} path
 * @param {string} sha256
 */
export async function isInPlace(path, sha256) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (readStamp(path) === stampOf(found, sha256)) return true;
  if ((await sha256Of(path)) !== sha256) return false;
  writeStamp(path, stampOf(found, sha256));
  return true;
}

/**
 * Checks a finished temporary file (same filesystem) and renames it into place. Throws when the content differs.
 * @param {string} temporary
 * @param {string} path
 * @param {string} sha256
 */
export async function putInPlace(temporary, path, sha256) {
  const actual = await sha256Of(temporary);
  if (actual !== sha256)
    throw new Error(`${basename(path)} has sha256 ${actual}, expected ${sha256}`);
  mkdirSync(dirname(path), { recursive: true });
  renameSync(temporary, path);
  writeStamp(path, stampOf(statSync(path), sha256));
}

/** What `sha256sum *` prints in a folder; `sha256sum -c` checks it. */
const CHECKSUMS = 'SHA256SUMS';

/**
 * The files in a folder's list of digests; none if there is no list, or if it does not begin with `comment`.
 * @param {string} folder
 * @param {string} [comment]
 * @returns {{ path: string, sha256: string }[]}
 */
export function listedFiles(folder, comment = '') {
  const list = join(folder, CHECKSUMS);
  if (!existsSync(list)) return [];
  const text = readFileSync(list, 'utf8');
  if (!text.startsWith(comment)) return [];
  const lines = [...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)];
  return lines.map(([, sha256 = '', name = '']) => ({ path: join(folder, name), sha256 }));
}

/**
 * Lists the digests of all files in a folder there, below `comment`, whose lines begin with #.
 * @param {string} folder
 * @param {string} [comment]
 */
export async function writeChecksums(folder, comment = '') {
  const lines = [];
  for (const name of readdirSync(folder).toSorted())
    if (name !== CHECKSUMS && !name.startsWith('.'))
      lines.push(`${await sha256Of(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, CHECKSUMS), comment + lines.join(''));
}

function stampPath(path) {
  return join(dirname(path), `.${basename(path)}.checked`);
}

function stampOf(stat, sha256) {
  return `${sha256} ${stat.size} ${stat.mtimeMs}`;
}

function readStamp(path) {
  try {
    return readFileSync(stampPath(path), 'utf8');
  } catch {
    return undefined;
  }
}

function writeStamp(path, stamp) {
  const temporary = `${stampPath(path)}.${process.pid}`;
  writeFileSync(temporary, stamp);
  renameSync(temporary, stampPath(path));
}
