import { describe, expect, it } from 'vitest';
import { keyPhrases } from './key-phrases.ts';
import { cutSentences } from '../text/sentences.ts';
import { learnWordKinds } from '../text/word-kinds.ts';

/** The phrases of somebody's `text` as an overview names them. */
function phrasesOf(text: string, languageCode = 'en'): string[] {
  const sentences = cutSentences([
    { segmentRef: 'sg_1', speakerRef: 's1', startMs: 0, endMs: 1000, text, languageCode },
  ]);
  const kinds = learnWordKinds(sentences, languageCode);
  return keyPhrases(sentences, kinds, new Set()).map(({ named }) => named);
}

describe('key phrases name things', () => {
  it.each([
    [
      'what somebody does to it is no part of it',
      'In the temple hall the cook knows us.',
      ['the temple hall', 'the cook'],
    ],
    ['nor is what happens to it', 'We will see what the spring brings.', ['the spring']],
    ['nor how it is', 'He kept the bridge open.', ['the bridge']],
    ['a word of comparison is none', 'The desk is nearer than the longest of them.', ['the desk']],
    ['whose it is stays in front of it', "We found the neighbour's dog.", ["the neighbour's dog"]],
    ['an amount of money is none', 'For the stalls we want two pounds.', ['the stalls']],
    ['what they do with it is no part of it', 'The drivers love it.', ['the drivers']],
    ['what it does is no part of it', 'My chest hurts when I walk.', ['the chest']],
    ['nor is what several of them do', 'The children stay away.', ['the children']],
    ['what is done again stays', 'We saw the login form again.', ['the login form']],
    [
      'what is coming is told without its coming',
      "The new translation's coming.",
      ['the new translation'],
    ],
    ['what fills a pause is none', 'In the tower we saw the eh.', ['the tower']],
    ['what is in front of us is the thing itself', 'We saw the book in front of us.', ['the book']],
    ['how it is is no thing', 'In the dark the line is quiet.', ['the line']],
    [
      'two things said without a stop are not one',
      'They poured the east side west side.',
      ['the east side', 'side'],
    ],
    [
      'the article comes from where it was said with one',
      'Same disk as before. Replace the disk.',
      ['the disk'],
    ],
  ])('%s', (_rule, text, named) => {
    expect(phrasesOf(text)).toEqual(expect.arrayContaining(named));
    expect(phrasesOf(text)).toHaveLength(named.length);
  });

  it('a title before a name keeps its capital letter at the start of a sentence', () => {
    expect(phrasesOf('Mr Bose has the scan.')).toContain('Mr Bose');
  });

  it('the first word of a two-word name keeps its capital letter at the start of a sentence', () => {
    expect(phrasesOf('George Morgan has the key.')).toContain('George Morgan');
  });

  it('a name that also occurs inside a sentence keeps its capital letter at the start of another', () => {
    expect(phrasesOf('Tokyo likes the energy side. The office in Tokyo is small.')).toContain(
      'Tokyo',
    );
  });

  it.each([
    ['es', 'El lanzamiento debe esperar. En Nueva York es mejor el lanzamiento.', 'lanzamiento'],
    ['de', 'Das alte Lager brennt, sagt Frau Meier. Neue Lager kosten Geld.', 'Lager'],
    ['fr', "L'augmentation coûte cher. Nous refusons l'augmentation.", 'augmentation'],
    ['ru', 'Обсуждаем переезд офиса. Скоро переезд.', 'переезд'],
  ])(
    'a word in %s is alone, without verbs and articles, unless it is in a name',
    (code, text, best) => {
      const [first, ...others] = phrasesOf(text, code);
      expect(first).toBe(best);
      expect(
        others.filter((one) => /[ ']/.test(one) && !/^\p{Lu}\p{L}+ \p{Lu}/u.test(one)),
      ).toEqual([]);
    },
  );

  it('words of a script with spaces keep them in a sentence of one without', () => {
    expect(phrasesOf('React Native設計。', 'ja')).toEqual(['react native 設計']);
  });
});
