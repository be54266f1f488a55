import { expect, it } from 'vitest';
import { addressOf } from './post-to-server.ts';

it.each([
  ['audio/transcriptions', 'http://host:1', 'http://host:1/v1/audio/transcriptions'],
  ['audio/transcriptions', 'http://host/v1/', 'http://host/v1/audio/transcriptions'],
  [
    'audio/transcriptions',
    'http://host/x/v1/audio/transcriptions',
    'http://host/x/v1/audio/transcriptions',
  ],
  ['chat/completions', 'http://host', 'http://host/v1/chat/completions'],
  ['chat/completions', 'http://host/v1beta', 'http://host/v1beta/chat/completions'],
  ['chat/completions', 'http://host/x/chat/completions/', 'http://host/x/chat/completions'],
] as const)('%s at %s is called at %s', (call, url, expected) => {
  expect(addressOf(call, url)).toBe(expected);
});
