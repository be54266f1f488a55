import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import { keepLogSmall } from './server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a log that grew too large is copied to a second file and emptied, while its server keeps writing', async () => {
  const path = join(folder, 'server.log');
  const log = openSync(path, 'a', 0o600);
  const keeping = keepLogSmall(path, { maxBytes: 8, everyMs: 10 });
  writeSync(log, 'small\n');
  writeSync(log, 'large enough\n');
  await until('the log was moved', 5_000, () => readFileSync(path, 'utf8') === '');
  keeping.stop();
  writeSync(log, 'after\n');
  closeSync(log);
  expect(readFileSync(path, 'utf8')).toBe('after\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('small\nlarge enough\n');
});
