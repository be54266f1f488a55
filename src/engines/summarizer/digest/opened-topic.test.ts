import { expect, it } from 'vitest';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';
import { readSpeechAct } from '../text/speech-acts.ts';
import { openedTopic } from './opened-topic.ts';

it.each([
  ['The balconies.', ['balcony']],
  ['The balconies are wet.', []],
  ['First item, the summer tournament.', ['summer', 'tournament']],
  ['Today we look at photosynthesis.', ['photosynthesi']],
])('words without a verb open a topic, a statement does not: %s', (said, topic) => {
  expect(openedTopic(spokenLines([`A: ${said}`]).map(readSpeechAct), 0)).toEqual(topic);
});
