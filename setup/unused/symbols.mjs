import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

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
