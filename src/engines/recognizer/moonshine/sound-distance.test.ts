import { describe, expect, it } from 'vitest';
import { soundDistance, soundsOf } from './sound-distance.ts';

const between = (one: string, other: string, most?: number): number =>
  soundDistance(soundsOf(one), soundsOf(other), most);

describe('how alike two texts sound', () => {
  it.each([
    ['Kowalczyk', 'call check', 'the new report'],
    ['Thorvald', 'Thor walled', 'for a while'],
    ['Redisphere', 'reduced here', 'the price is'],
    ['Quillon', 'quill on', 'will you'],
  ])('%j is nearer to %j than to %j', (name, heard, other) => {
    expect(between(name, heard)).toBeLessThan(between(name, other) / 1.5);
  });

  it.each([
    ['Philip', 'filip'],
    ['Émile', 'emile'],
    ['Mueller', 'mu eller'],
  ])('%j and %j sound the same', (one, other) => {
    expect(between(one, other)).toBe(0);
  });

  it('is the same from either side', () => {
    expect(between('Okonkwo', 'a conquer')).toBeCloseTo(between('a conquer', 'Okonkwo'));
  });

  it('is not computed for texts of very different length', () => {
    expect(between('Ng', 'everything else', 0.3)).toBe(Infinity);
  });
});

it('a text without Latin letters has no sounds', () => {
  expect(soundsOf('会議 42')).toHaveLength(0);
});
