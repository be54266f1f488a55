import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

test.each([null, '', 'not json', 'null', '[1]', '{"captionSize":"huge","shortcuts":"yes"}'])(
  'from %j the preferences are those of a first session',
  (stored) => {
    expect(parsePreferences(stored)).toEqual({
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
  const preferences = {
    ...parsePreferences(null),
    captions: false,
    captionSize: 'large',
    captionPlace: 'top',
    audioOnly: true,
  };
  expect(parsePreferences(JSON.stringify(preferences))).toEqual(preferences);
});
