import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Reads an archive of one JSON document a line. */
export function readArchive<Row>(archive: URL): Row[] {
  const lines = gunzipSync(readFileSync(archive)).toString('utf8').trimEnd().split('\n');
  return lines.map((line): Row => JSON.parse(line));
}
