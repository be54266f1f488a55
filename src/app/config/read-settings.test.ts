import { expect, test } from 'vitest';
import { envExample } from './env-example.ts';
import { readSettings, SettingsFault } from './read-settings.ts';
import { settingTable } from './setting-table.ts';

function faultsOf(env: Record<string, string>): string {
  try {
    readSettings(env);
    return '';
  } catch (error) {
    if (error instanceof SettingsFault) return error.message;
    throw error;
  }
}

test('without any setting the service runs on embedded defaults', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: 'http://localhost:8080', databaseUrl: null, media: null });
  expect([...settings.roles].sort()).toEqual(['api', 'scribe', 'worker']);
});

test('every fault is told at once, each with its mend', () => {
  const message = faultsOf({ PARLEY_PORT: '0x50', PARLEY_LOG_LEVEL: 'loud', PARLEY_PUBLIC_URL: 'meet.acme.test', PARLEY_HTTP_PORT: '1' });
  for (const name of ['PARLEY_PORT', 'PARLEY_LOG_LEVEL', 'PARLEY_PUBLIC_URL', 'PARLEY_HTTP_PORT']) expect(message).toContain(name);
  expect(message).toContain('debug, info, warn, error');
});

test('an unknown name that resembles a setting is answered with that setting', () => {
  expect(faultsOf({ PARLEY_EMPTY_SECONDS: '5' })).toContain('PARLEY_EMPTY_ROOM_SECONDS');
});

test.each([
  [{ PARLEY_ROLE: 'api' }, 'DATABASE_URL'],
  [{ PARLEY_ROLE: 'worker,scribe', DATABASE_URL: 'postgres://db/parley' }, 'LIVEKIT_URL'],
  [{ LIVEKIT_URL: 'wss://media.acme.test' }, 'LIVEKIT_API_SECRET'],
  [{ PARLEY_PORT: '7880' }, 'must differ'],
  [{ PARLEY_SECOND_PASS: 'local' }, 'PARLEY_SECOND_PASS_MODEL'],
  [{ PARLEY_SECOND_PASS: 'openai' }, 'PARLEY_SPEECH_URL'],
  [{ PARLEY_SPEECH: 'openai', PARLEY_SECOND_PASS: 'openai', PARLEY_SPEECH_URL: 'http://localhost:8000/v1' }, 'twice'],
])('settings that do not fit together are refused: %j', (env, word) => {
  expect(faultsOf(env)).toContain(word);
});

test('a fault never repeats the value of a secret', () => {
  expect(faultsOf({ LIVEKIT_API_SECRET: 'canary-secret', LIVEKIT_URL: 'nonsense canary-url' })).not.toContain('canary');
});

test('an empty value means the default', () => {
  expect(readSettings({ PARLEY_PORT: '', PARLEY_PUBLIC_URL: ' ' }).publicUrl).toBe('http://localhost:8080');
});

test('a trailing slash of the public URL does not double in links', () => {
  expect(readSettings({ PARLEY_PUBLIC_URL: 'https://meet.acme.test/' }).publicUrl).toBe('https://meet.acme.test');
});

test('.env.example lists every setting', () => {
  for (const { name } of settingTable) expect(envExample()).toContain(`${name}=`);
});
