import { expect, test } from 'vitest';
import { readGuestMessage, writeGuestMessage } from './guest-message.ts';
import type { GuestMessage } from './guest-message.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each<GuestMessage>([
  { topic: 'chat', text: 'hello' },
  { topic: 'reaction', reaction: 'celebrate' },
])('%j is read as it was written', (message) => {
  expect(readGuestMessage(message.topic, writeGuestMessage(message))).toEqual(message);
});

test.each<[string | undefined, string]>([
  [undefined, '{"text":"x"}'],
  ['caption', '{"text":"x"}'],
  ['chat', 'not json'],
  ['chat', 'null'],
  ['chat', '[]'],
  ['chat', '{"text":7}'],
  ['chat', '{"text":"\\u202e \\u0000"}'],
  ['chat', `{"text":"${'x'.repeat(20_000)}"}`],
  ['hand', '{"raised":true}'],
  ['reaction', '{"reaction":"<img src=x>"}'],
  ['reaction', '{"reaction":"heartheart"}'],
])('topic %s: the payload %.40s is rejected', (topic, payload) => {
  expect(readGuestMessage(topic, bytes(payload))).toBeNull();
});
