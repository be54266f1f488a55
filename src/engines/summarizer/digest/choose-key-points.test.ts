import { expect, it } from 'vitest';
import { canStandAlone, chooseKeyPoints } from './choose-key-points.ts';
import { contentWords } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

/** Like speech without punctuation: no sentence is marked as a question. */
function spoken(text: string, index = 0): SpokenSentence {
  const words = text.toLowerCase().split(' ');
  return {
    index,
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

it('the key point of a long talk is the sentence that a person summarizing it would most likely mention', () => {
  const texts = [
    'The garden gate and the garden path and the garden wall need paint',
    'The council pays half of the new library roof',
  ];
  const sentences = texts.map(spoken);
  const content = texts.map((text) => contentWords(text));
  const chosen = (worth: number[]) => {
    const longTalk = { decisions: [], tasks: [], readable: [], worth };
    const meeting = { sentences, told: texts, longTalk, language: 'en' };
    return chooseKeyPoints(meeting, content, 1, [], '').map(({ index }) => index);
  };
  expect(chosen([1, 1])).toEqual([0]);
  expect(chosen([0.1, 0.7])).toEqual([1]);
});
