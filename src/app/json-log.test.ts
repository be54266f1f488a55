import { expect, test } from 'vitest';
import type { LogFields } from '../core/ports.ts';
import { jsonLog } from './json-log.ts';

function linesOf(write: (log: ReturnType<typeof jsonLog>) => void): string {
  let text = '';
  write(jsonLog('info', { write: (line) => void (text += line) }));
  return text;
}

test('a field outside the allow-list never reaches a log line', () => {
  const line = linesOf((log) => log.info('request', { route: '/v1/meetings', title: 'Canary' } as LogFields));
  expect(line).toContain('/v1/meetings');
  expect(line).not.toContain('Canary');
});

test('the message of an error never reaches a log line, since libraries quote values in it', () => {
  const line = linesOf((log) => log.error('failed', { error: Object.assign(new Error('value "Canary" is wrong'), { code: '22P02' }) }));
  expect(line).toContain('22P02');
  expect(line).not.toContain('Canary');
});
