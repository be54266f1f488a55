import { expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';
import { unusedSettings } from './unused-settings.ts';

const unusedIn = (env: Record<string, string>) =>
  unusedSettings(env, readSettings(env)).map(({ name }) => name);

const SUMMARY = { PARLEY_SUMMARY_URL: 'http://localhost:11434/v1', PARLEY_SUMMARY_MODEL: 'small' };
const SPEECH = { PARLEY_SPEECH_URL: 'http://localhost:8000/v1' };
const MEDIA = { LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };

test('the address of a model or the key of a media server that nothing uses is found', () => {
  expect(unusedIn({})).toEqual([]);
  expect(unusedIn({ ...SUMMARY, PARLEY_SUMMARY_API_KEY: ' ' })).toEqual(Object.keys(SUMMARY));
  expect(unusedIn({ ...SUMMARY, PARLEY_SUMMARY: 'openai' })).toEqual([]);
  expect(unusedIn(SPEECH)).toEqual(Object.keys(SPEECH));
  expect(unusedIn({ ...SPEECH, PARLEY_SPEECH: 'openai' })).toEqual([]);
  expect(unusedIn({ ...SPEECH, PARLEY_SECOND_PASS: 'openai' })).toEqual([]);
  expect(unusedIn({ PARLEY_SECOND_PASS_MODEL: '/models/whisper' })).toEqual([
    'PARLEY_SECOND_PASS_MODEL',
  ]);
  expect(unusedIn(MEDIA)).toEqual(Object.keys(MEDIA));
  expect(unusedIn({ ...MEDIA, LIVEKIT_URL: 'ws://media.acme.test' })).toEqual([]);
});
