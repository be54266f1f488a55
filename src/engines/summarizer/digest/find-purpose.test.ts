import { expect, it } from 'vitest';
import { findPurpose } from './find-purpose.ts';
import { readMeeting } from '../meeting-reading.ts';

it.each([
  [
    'This is our third meeting. It will be about the conceptual design.',
    'Anna opened the meeting about the conceptual design.',
  ],
  [
    "We're here to decide on the colour of our tills, so let's start.",
    'Anna opened the meeting to decide on the colour of their tills.',
  ],
  ['Welcome to the weekly budget review.', 'Anna opened the weekly budget review.'],
  ['Hello, can you hear me?', ''],
])('of "%s" the purpose is "%s"', async (text, purpose) => {
  const spoken = {
    segmentRef: 'g1',
    speakerRef: 's1',
    startMs: 0,
    endMs: 5000,
    text,
    languageCode: 'en',
  };
  const meeting = await readMeeting(
    {
      title: null,
      startedAt: null,
      timezone: null,
      languageCode: 'en',
      speakers: [{ speakerRef: 's1', displayName: 'Anna' }],
      segments: [spoken],
    },
    'en',
  );
  expect(findPurpose(meeting)).toBe(purpose);
});
