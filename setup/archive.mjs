// Reads single members of the two archive formats that our sources use. Archives are read whole (70 MB at most).
import { readFileSync } from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';

/**
 * One file of a zip, such as a Python wheel. APPNOTE.TXT 4.3; no zip64, no encryption.
 * @param {string} zipPath
 * @param {string} name
 * @returns {Buffer}
 */
export function readZipMember(zipPath, name) {
  const bytes = readFileSync(zipPath);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error(`${zipPath} is not a zip file`);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const found = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (found === name) return zipContent(bytes, at);
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`${zipPath} does not contain ${name}`);
}

function zipContent(bytes, entry) {
  const method = bytes.readUInt16LE(entry + 10);
  const packedSize = bytes.readUInt32LE(entry + 20);
  const local = bytes.readUInt32LE(entry + 42);
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const packed = bytes.subarray(from, from + packedSize);
  if (method === 0) return packed;
  if (method === 8) return inflateRawSync(packed);
  throw new Error(`zip method ${method} is not supported`);
}

/** One file of a .tar.gz (ustar: name at 0, size in octal at 124, 512-byte blocks). */
export function readTarGzMember(tarGzPath, name) {
  const bytes = gunzipSync(readFileSync(tarGzPath));
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0;) {
    const found = bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const length = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8);
    if (found === name || found === `./${name}`) return bytes.subarray(at + 512, at + 512 + length);
    at += 512 + Math.ceil(length / 512) * 512;
  }
  throw new Error(`${tarGzPath} does not contain ${name}`);
}
