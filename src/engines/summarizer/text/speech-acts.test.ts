import { describe, expect, it } from 'vitest';
import { cutSentences } from './sentences.ts';
import { readSpeechActs } from './speech-acts.ts';

function actOf(text: string): ReturnType<typeof readSpeechActs>[number] | undefined {
  const segment = {
    segmentRef: 'sg_0',
    speakerRef: 'A',
    startMs: 0,
    endMs: 4000,
    text,
    languageCode: null,
  };
  return readSpeechActs(cutSentences([segment])).at(-1);
}

describe('form and matter', () => {
  it.each([
    ['The fifth it is.', 'it is', 'The fifth'],
    ['Red it is, doors only.', 'it is', 'Red it is, doors only'],
    ['Oak it is, for the two shelves.', 'it is', 'Oak it is, for the two shelves'],
    ['I know what it is for the moment.', 'tells', 'I know what it is for the moment'],
    ['Repaint the fence.', 'commands', 'Repaint the fence'],
    ['Unplug it.', 'commands', 'Unplug it'],
    ['Twelve the last time.', 'fragment', 'Twelve the last time'],
    ['Half ten then, shall we?', 'asks', 'Half ten'],
    [
      'Can we please not have the recorders this time?',
      'asks',
      'do not have the recorders this time',
    ],
    ['Can we not have the church hall?', 'asks', 'have the church hall'],
    ["It's passed.", 'points back', "It's passed"],
    ["First of March, that's final from my side.", 'decided', 'First of March'],
  ])('%s', (text, form, matter) => {
    expect(actOf(text)).toMatchObject({ form, matter });
  });
});

describe('agrees', () => {
  it.each([
    'Sound.',
    'Happy days.',
    'Quite right.',
    'Sold.',
    'Go on, then.',
    'None from me.',
    'Right you are.',
    'Heavens, yes.',
  ])('%s', (text) => {
    expect(actOf(text)?.agrees).toBe(true);
  });

  it.each(['Go on.?', 'Sounds of the sea.', 'Not from the roof.', 'Sold out, sorry?'])(
    'not: %s',
    (text) => {
      expect(actOf(text)?.agrees).toBe(false);
    },
  );
});
