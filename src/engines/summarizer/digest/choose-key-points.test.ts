import { expect, it } from 'vitest';
import { canStandAlone } from './choose-key-points.ts';
import { contentWords } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

/** As speech without punctuation comes: no sentence is known for a question. */
function spoken(text: string): SpokenSentence {
  const words = text.toLowerCase().split(' ');
  return {
    index: 0,
    turn: 0,
    speakerRef: 's1',
    text,
    words,
    lead: '',
    isQuestion: false,
    segmentRefs: ['sg_1'],
  };
}

it.each([
  'The standup in the kitchen is it still useful for you guys',
  "Haha true okay what didn't go so well with the release",
  'The trip to the museum on the third is everything ready',
  "We've got three people for the nurse job did you all read the papers",
])('a question without its mark is no key point: %s', (text) => {
  expect(canStandAlone(spoken(text), contentWords(text))).toBe(false);
});

it.each([
  'The kitchen closes and so do we at the end of the month',
  'The museum wants the coach to be there when the doors open',
])('what only sounds like one may be: %s', (text) => {
  expect(canStandAlone(spoken(text), contentWords(text))).toBe(true);
});
