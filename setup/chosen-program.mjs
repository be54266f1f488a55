// Records which program a step chose, with enough about the file to notice its replacement or removal.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether the record names a program that is still the same file, and that record was made for the same `wish`. */
export function choiceHolds(recordPath, wish) {
  try {
    const record = JSON.parse(readFileSync(recordPath, 'utf8'));
    const found = statSync(record.path);
    return record.wish === wish && found.size === record.size && found.mtimeMs === record.mtimeMs;
  } catch {
    return false;
  }
}

/** Records the choice. `wish` names what would change it: for example the program that PATH offers. */
export function recordChoice(recordPath, path, wish) {
  const { size, mtimeMs } = statSync(path);
  mkdirSync(dirname(recordPath), { recursive: true });
  const temporary = `${recordPath}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ path, wish, size, mtimeMs })}\n`);
  renameSync(temporary, recordPath);
}
