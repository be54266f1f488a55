import { describe, expect, it } from 'vitest';
import { decodeRange, quietestSample } from './decode-range.ts';

const SECOND = 16_000;
const english = (text: string) => ({ text, languageCode: 'en' });

/** Hears one word a second, and nothing in inputs longer than `most` seconds, as the real decoder does. */
function ear(most: number, isClear = true) {
  const inputs: number[] = [];
  return {
    inputs,
    decode: (samples: Float32Array) => {
      inputs.push(samples.length / SECOND);
      return english(samples.length > most * SECOND ? '' : ' word'.repeat(Math.floor(samples.length / SECOND)));
    },
    isClearSpeech: () => isClear,
  };
}

describe('decoding a range', () => {
  it('decodes a range of 8 s once', () => {
    const one = ear(9);
    expect(decodeRange(one, new Float32Array(8 * SECOND)).text.split(' ')).toHaveLength(8);
    expect(one.inputs).toEqual([8]);
  });

  it('never gives the decoder more than 9 s', () => {
    const one = ear(9);
    decodeRange(one, new Float32Array(30 * SECOND));
    expect(Math.max(...one.inputs)).toBeLessThanOrEqual(9);
  });

  it('halves a range that comes back empty, and tries again', () => {
    expect(decodeRange(ear(5), new Float32Array(8 * SECOND))).toEqual({
      text: expect.stringContaining('word word word'),
      languageCode: 'en',
    });
  });

  it('gives up on less than 2 s', () => {
    const one = ear(0);
    expect(decodeRange(one, new Float32Array(2 * SECOND - 1)).text).toBe('');
    expect(one.inputs).toHaveLength(1);
  });

  it.each([
    [true, 'You', 'You'],
    [false, 'You', ''],
    [false, 'Thank you.', ''],
    [false, 'Yes I can.', 'Yes I can.'],
  ])('with clear speech %s, %j is %j', (isClear, heard, expected) => {
    expect(decodeRange({ decode: () => english(heard), isClearSpeech: () => isClear }, new Float32Array(SECOND)).text).toBe(expected);
  });

  it('cuts at the quietest point of the middle half', () => {
    const samples = new Float32Array(4 * SECOND)
      .fill(0.2)
      .fill(0, 2.5 * SECOND, 2.7 * SECOND)
      .fill(0, 0, SECOND / 2);
    expect(quietestSample(samples) / SECOND).toBeGreaterThan(2.5);
    expect(quietestSample(samples) / SECOND).toBeLessThan(2.7);
  });
});
