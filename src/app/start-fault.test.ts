import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { migrate, openStore } from '../store/open-store.ts';
import { readSettings } from './config/read-settings.ts';
import { startFault } from './start-fault.ts';

const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test.each([
  ['that nobody listens at', 'postgres://parley:canary@127.0.0.1:1/parley', 'ECONNREFUSED'],
  ['of an unknown name', 'postgres://parley:canary@nowhere.invalid/parley', 'nowhere.invalid'],
])('a database %s is told with its setting, without its password', async (_, url, word) => {
  const db = openStore(url, 1);
  const message = startFault(await failed(migrate(db)), readSettings({ DATABASE_URL: url }));
  await db.destroy();
  expect(message).toContain(word);
  expect(message).toContain('DATABASE_URL');
  expect(message).not.toContain('canary');
});

test('a database whose name has several addresses, of which none answers, is told with a reason', () => {
  const none = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
  expect(startFault(new Error('The database cannot be used', { cause: none }), null)).toContain('because: ECONNREFUSED');
});

test('an address to listen at that is no name of anything is told with its setting', async () => {
  const server = createServer();
  const listening = new Promise((_, reject) => server.once('error', reject).listen(0, 'nowhere.invalid'));
  const message = startFault(await failed(listening), readSettings({ PARLEY_HOST: 'nowhere.invalid' }));
  expect(message).toContain('nowhere.invalid is not an address of this machine. Mend PARLEY_HOST');
});
