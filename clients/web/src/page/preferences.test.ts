import { expect, test } from 'vitest';
import { readLiking } from './preferences.ts';

test.each([null, '', 'not json', 'null', '[1]', '{"captionSize":"huge","shortcuts":"yes"}'])(
  'from %j the likings are those of a first visit',
  (stored) => {
    expect(readLiking(stored)).toEqual({
      captions: true,
      captionSize: 'medium',
      captionPlace: 'bottom',
      shortcuts: true,
      speakerView: false,
      audioOnly: false,
      talkingHint: false,
    });
  },
);

test('what was liked is liked again', () => {
  const liking = {
    ...readLiking(null),
    captions: false,
    captionSize: 'large',
    captionPlace: 'top',
    audioOnly: true,
  };
  expect(readLiking(JSON.stringify(liking))).toEqual(liking);
});
