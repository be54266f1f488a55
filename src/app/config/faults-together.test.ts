import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

const TLS = {
  PARLEY_TLS_CERT: 'cert.pem',
  PARLEY_TLS_KEY: 'key.pem',
  PARLEY_PUBLIC_URL: 'https://acme.test',
};

test.each([
  [{ PARLEY_ROLE: 'api' }, 'DATABASE_URL'],
  [{ PARLEY_ROLE: 'worker,scribe', DATABASE_URL: 'postgres://db/parley' }, 'LIVEKIT_URL'],
  [{ LIVEKIT_URL: 'wss://media.acme.test' }, 'LIVEKIT_API_SECRET'],
  [{ PARLEY_PORT: '7880' }, 'must differ'],
  [{ PARLEY_PORT: '7880', PARLEY_HOST: 'localhost' }, 'must differ'],
  [{ PARLEY_PORT: '9464' }, 'PARLEY_OPS_PORT must differ'],
  [{ PARLEY_PORT: '9464', PARLEY_HOST: '0.0.0.0' }, 'PARLEY_OPS_PORT must differ'],
  [{ PARLEY_OPS_PORT: '8080', PARLEY_OPS_HOST: '::' }, 'PARLEY_OPS_PORT must differ'],
  [{ PARLEY_OPS_PORT: '7881', PARLEY_OPS_HOST: '192.0.2.7' }, 'PARLEY_OPS_PORT must differ'],
  [{ ...TLS, PARLEY_OPS_PORT: '443', PARLEY_OPS_HOST: '192.0.2.7' }, 'PARLEY_OPS_PORT must differ'],
  [{ PARLEY_ROLE: 'scribe', PARLEY_SPEECH: 'off' }, 'PARLEY_SPEECH must not be off'],
  [{ PARLEY_TLS_CERT: 'cert.pem' }, 'PARLEY_TLS_CERT and PARLEY_TLS_KEY'],
  [{ PARLEY_TLS_CERT: 'cert.pem', PARLEY_TLS_KEY: 'key.pem' }, 'PARLEY_PUBLIC_URL must be set'],
  [{ PARLEY_TURN_DOMAIN: 'turn.acme.test' }, 'PARLEY_TURN_DOMAIN needs PARLEY_TLS_CERT'],
  [
    { PARLEY_TURN_DOMAIN: 'turn.acme.test', PARLEY_MEDIA_UDP_PORT: '443' },
    'PARLEY_MEDIA_UDP_PORT must differ from PARLEY_TLS_PORT',
  ],
  [{ ...TLS, PARLEY_TLS_PORT: '8080' }, 'PARLEY_TLS_PORT must differ'],
  [{ ...TLS, PARLEY_TURN_DOMAIN: 'turn.acme.test' }, 'PARLEY_TURN_DOMAIN needs PARLEY_TLS_CERT'],
  [{ ...TLS, PARLEY_TURN_DOMAIN: 'Acme.Test' }, 'PARLEY_TURN_DOMAIN must differ'],
  [{ PARLEY_EMBED_ORIGINS: 'https://a.test https://b.test/c' }, 'PARLEY_EMBED_ORIGINS must hold'],
  [{ PARLEY_DATA_DIR: '~/parley' }, 'PARLEY_DATA_DIR must not begin with ~'],
  [{ PARLEY_SPOOL: '~' }, 'PARLEY_SPOOL must not begin with ~'],
  [{ PARLEY_SPOOL: 's3:/sound/production' }, 'PARLEY_SPOOL must be a folder, or a bucket'],
  [{ PARLEY_SUMMARY: 'openai' }, 'PARLEY_SUMMARY_URL must be set'],
  [
    { PARLEY_SUMMARY: 'openai', PARLEY_SUMMARY_URL: 'http://localhost:8000/v1' },
    'PARLEY_SUMMARY_MODEL must be set',
  ],
  [{ PARLEY_SPEECH: 'openai' }, 'PARLEY_SPEECH_URL must be set'],
  [{ PARLEY_SECOND_PASS: 'local' }, 'PARLEY_SECOND_PASS_MODEL'],
  [{ PARLEY_SECOND_PASS: 'openai' }, 'PARLEY_SPEECH_URL'],
  [
    {
      PARLEY_SPEECH: 'openai',
      PARLEY_SECOND_PASS: 'openai',
      PARLEY_SPEECH_URL: 'http://localhost:8000/v1',
    },
    'twice',
  ],
])('settings that do not fit together are refused: %j', (env, word) => {
  expect(() => readSettings(env)).toThrow(word);
});
