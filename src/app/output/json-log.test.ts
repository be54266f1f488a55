import { expect, test } from 'vitest';
import type { LogFields } from '../../core/ports.ts';
import { jsonLog } from './json-log.ts';

function linesOf(write: (log: ReturnType<typeof jsonLog>) => void): string {
  let text = '';
  write(jsonLog('info', { write: (line) => void (text += line) }));
  return text;
}

// Promise: 19
test('a field outside the allow-list never reaches a log line', () => {
  const line = linesOf((log) =>
    log.info('request', { route: '/v1/meetings', title: 'Canary' } as LogFields),
  );
  expect(line).toContain('/v1/meetings');
  expect(line).not.toContain('Canary');
});

test('nothing below the level of the settings is written', () => {
  expect(linesOf((log) => log.debug('first'))).toBe('');
});

test('each line tells which process wrote it: its role and its machine', () => {
  let text = '';
  const process = { role: 'api,worker', instance: 'machine-1' };
  const log = jsonLog('info', { write: (line) => void (text += line) }, process);
  log.info('first');
  log.error('second', { error: new Error('no') });
  const lines = text.trim().split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject(process);
});

test("the code of an error's cause is logged, such as why the database does not answer", () => {
  const cause = Object.assign(new Error('connect to "Canary"'), { code: 'ECONNREFUSED' });
  for (const direct of [cause, new TypeError('fetch failed', { cause })]) {
    const error = new Error('no schema', { cause: direct });
    const line = linesOf((log) => log.warn('failed', { error }));
    expect(JSON.parse(line)).toMatchObject({
      error: 'Error',
      cause: 'Error',
      causeCode: 'ECONNREFUSED',
    });
    expect(line).not.toContain('Canary');
  }
});

test('the message of an error never reaches a log line, since libraries quote values in it', () => {
  const line = linesOf((log) =>
    log.error('failed', {
      error: Object.assign(new Error('value "Canary" is wrong'), { code: '22P02' }),
    }),
  );
  expect(line).toContain('22P02');
  expect(line).not.toContain('Canary');
});

test('no line of a message is taken for the place where the error was thrown', () => {
  const error = new Error("Unexpected token\n    at Canary, twelve o'clock");
  const line = linesOf((log) => log.error('failed', { error }));
  expect(line).not.toContain('Canary');
  expect(JSON.parse(line)).toMatchObject({ at: expect.stringContaining('json-log.test.ts') });
});
