import { expect, it } from 'vitest';
import { findOwners } from '../tasks/owner-names.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { renderDecision } from './render-decision.ts';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';

const owners = findOwners([
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
]);

function shown(text: string, longTalk: MeetingReading['longTalk'] = null): string {
  const meeting = {
    sentences: spokenLines([`A: ${text}`]),
    acts: [],
    readings: [],
    askAbout: () => Promise.reject(new Error('Nothing is asked here')),
    language: 'en',
    longTalk,
    told: [],
    owners,
    today: null,
  };
  return renderDecision({ at: 0, text, segmentRefs: [], words: [], sureness: 1 }, meeting);
}

it('leaves what is meant in brackets behind it', () => {
  const text = 'Estimate them, I guess (“same amount as last year”)';
  expect(shown(text)).toBe('Estimate them (“same amount as last year”)');
});

it('leaves out a loose `then` and a guess', () => {
  expect(shown('Looms, then, no clay')).toBe('Looms, no clay');
  expect(shown("Leave it till the autumn, I'd say")).toBe('Leave it till the autumn');
});

it.each([
  ["I'll leave nineteen as it is", 'Anna will leave nineteen as it is'],
  ['Meet on the tenth at my place', "Meet on the tenth at Anna's place"],
  ['I keep it at six on the poster', 'Anna: I keep it at six on the poster'],
])('names the speaker who says "I": %s', (text, told) => {
  expect(shown(text)).toBe(told);
});

it('names the speaker of an uncertain decision in a long talk', () => {
  expect(shown('Paint the shed blue', { decisions: [], tasks: [], readable: [], worth: [] })).toBe(
    'Anna: Paint the shed blue',
  );
});
