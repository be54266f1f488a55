import { describe, expect, it } from 'vitest';
import { decodeRanges, type SpeechDecoder, quietestSample } from './decode-ranges.ts';

const SECOND = 16_000;
const english = (text: string) => ({ text, languageCode: 'en' });

const THAI = 'พรุ่งนี้เราประชุมกันสิบโมง';

/** Hears one word a second, and nothing in inputs longer than `most` seconds, as the real decoder does. */
function decoder(most: number, isClear = true) {
  const inputs: number[] = [];
  return {
    inputs,
    decode: async (sounds: Parameters<SpeechDecoder['decode']>[0]) =>
      sounds.map(({ samples: { length } }) => {
        inputs.push(length / SECOND);
        return english(length > most * SECOND ? '' : ' word'.repeat(Math.floor(length / SECOND)));
      }),
    isClearSpeech: async () => isClear,
  };
}

async function decoded(one: SpeechDecoder, ...samples: number[]): Promise<string[]> {
  const sounds = samples.map((length) => ({
    samples: new Float32Array(length).fill(0.1),
    languageCode: null,
  }));
  return (await decodeRanges(one, sounds)).map(({ text }) => text);
}

describe('decoding a range', () => {
  it('decodes a range of 8 s once', async () => {
    const one = decoder(9);
    expect((await decoded(one, 8 * SECOND))[0]?.split(' ')).toHaveLength(8);
    expect(one.inputs).toEqual([8]);
  });

  it('never gives the decoder more than 9 s', async () => {
    const one = decoder(9);
    await decoded(one, 30 * SECOND);
    expect(Math.max(...one.inputs)).toBeLessThanOrEqual(9);
  });

  it.each([
    [true, 'What is it?'],
    [false, ''],
  ])(
    'asks for words where nothing was recognized, if the sound is clear speech: %s',
    async (isClear, expected) => {
      const one: SpeechDecoder = {
        decode: async (sounds) =>
          sounds.map(({ isSpeech }) => english(isSpeech ? 'What is it?' : '')),
        isClearSpeech: async () => isClear,
      };
      expect(await decoded(one, SECOND)).toEqual([expected]);
    },
  );

  it('halves a range that comes back empty, and tries again', async () => {
    expect(
      await decodeRanges(decoder(5), [
        { samples: new Float32Array(8 * SECOND).fill(0.1), languageCode: null },
      ]),
    ).toEqual([{ text: expect.stringContaining('word word word'), languageCode: 'en' }]);
  });

  it('gives each of several its own words, even where one is halved and one is too long', async () => {
    const all = await decoded(
      decoder(5),
      2 * SECOND,
      8 * SECOND,
      30 * SECOND,
      SECOND / 2,
      3 * SECOND,
    );
    const counts = all.map((text) => text.split(' ').filter((word) => word !== '').length);
    // Where a second is halved a word is lost.
    expect(counts).toEqual([
      2,
      expect.toSatisfy((count) => count >= 7),
      expect.toSatisfy((count) => count >= 25),
      0,
      3,
    ]);
  });

  it('is not halved when it is shorter than 2 s', async () => {
    const one = decoder(0, false);
    expect(await decoded(one, 2 * SECOND - 1)).toEqual(['']);
    expect(one.inputs).toHaveLength(1);
  });

  it.each([
    [true, 'You.', 'You.'],
    [true, 'You', ''],
    [false, 'You', ''],
    [false, 'Thank you.', ''],
    [false, 'Yes I can.', 'Yes I can.'],
    [false, '明日の会議は十時からです。', '明日の会議は十時からです。'],
    [false, '我们明天十点开会。', '我们明天十点开会。'],
    [false, THAI, THAI],
    [false, '谢谢。', ''],
  ])('with clear speech %s, %j is %j', async (isClear, heard, expected) => {
    expect(
      await decoded(
        { decode: async () => [english(heard)], isClearSpeech: async () => isClear },
        SECOND,
      ),
    ).toEqual([expected]);
  });

  it('finds no words where nothing can be heard, although models invent some there', async () => {
    const inventive: SpeechDecoder = {
      decode: async (sounds) => sounds.map(() => english('Thanks for watching!')),
      isClearSpeech: async () => false,
    };
    const levels = [0, 0.1, 0.000_3].map((level) => ({
      samples: new Float32Array(SECOND).fill(level),
      languageCode: null,
    }));
    expect((await decodeRanges(inventive, levels)).map(({ text }) => text)).toEqual([
      '',
      'Thanks for watching!',
      '',
    ]);
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
