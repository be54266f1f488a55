import { expect, test } from 'vitest';
import type { LiveWordsTail } from './live-words-tail.ts';
import { tellLiveWords } from './live-notices.ts';

const words = { meetingRef: 'mtg_1', utteranceRef: 'ut_1', participantRef: 'pt_1', text: 'Hi' };

test('interim words that a stranger or another version wrote are ignored', () => {
  const told: unknown[] = [];
  const liveWords = { interim: (one: unknown) => told.push(one) } as unknown as LiveWordsTail;
  const { text: _, ...withoutText } = words;
  for (const ref of [
    'not JSON',
    'null',
    '7',
    '{}',
    JSON.stringify(withoutText),
    JSON.stringify({ ...words, text: 7 }),
    JSON.stringify(words),
  ])
    tellLiveWords(liveWords, { topic: 'interim', ref });
  expect(told).toEqual([words]);
});
