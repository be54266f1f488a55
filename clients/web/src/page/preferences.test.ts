import { expect, test } from 'vitest';
import { parsePreferences } from './preferences.ts';

test.each([null, '', 'not json', 'null', '[1]', '{"captionSize":"huge","shortcuts":"yes"}'])(
  '%j gives the default preferences',
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

test('stored preferences are read back', () => {
  const preferences = {
    ...parsePreferences(null),
    captions: false,
    captionSize: 'large',
    captionPlace: 'top',
    audioOnly: true,
  };
  expect(parsePreferences(JSON.stringify(preferences))).toEqual(preferences);
});
