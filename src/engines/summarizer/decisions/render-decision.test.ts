import { expect, it } from 'vitest';
import { findOwners } from '../tasks/resolve-owner.ts';
import { readSpeechActs } from '../text/speech-acts.ts';
import { spokenLines } from '../../../../dev/world/speech/spoken-lines.ts';
import { tellDecision } from './render-decision.ts';

const OWNERS = findOwners([
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
]);

function told(text: string, said = text): string {
  const acts = readSpeechActs(spokenLines([`A: ${said}`]));
  return tellDecision(
    { at: 0, text, segmentRefs: [], words: [], sureness: 1, correcting: false },
    acts,
    OWNERS,
  );
}

it.each([
  [
    'what something is done to',
    'We try it with seventh grade (the pouches)',
    'We try it with seventh grade (the pouches)',
  ],
  ['which one', 'Buy a new one (the printer)', 'Buy a new one (the printer)'],
  ['what waits', 'It waits till Thursday (the lorry)', 'It waits till Thursday (the lorry)'],
  [
    'nothing beside words that point nowhere',
    'We start at eight from tomorrow (the inspector)',
    'We start at eight from tomorrow',
  ],
  ['who is meant, by name', 'We make her the offer (lefèvre)', 'We make her the offer (Lefèvre)'],
  [
    'what a bare figure is about',
    'Every fifth ticket (the survey)',
    'Every fifth ticket (the survey)',
  ],
  [
    'what was said of it as a quotation',
    'Estimate them (same amount as last year)',
    'Estimate them (“same amount as last year”)',
  ],
  ['no thing that was only just mentioned', 'Leave it out (a car)', 'Leave it out'],
  ['nothing beside a plain no', 'No test (the invitations)', 'No test'],
  ['no half a thing', 'Merge it (against)', 'Merge it'],
  [
    'nothing beside words that say enough',
    'Offer them the small garden house instead of the barn, same price (the van)',
    'Offer them the small garden house instead of the barn, same price',
  ],
])('shows %s', (_what, text, shown) => {
  expect(told(text)).toBe(shown);
});

it('leaves out openers and a loose `then`', () => {
  expect(told('Looms, then, no clay')).toBe('Looms, no clay');
  expect(told("Leave it till the autumn, I'd say")).toBe('Leave it till the autumn');
  expect(told('Please offer her the job then, at the upper end of the band')).toBe(
    'Offer her the job, at the upper end of the band',
  );
});

it.each([
  ["I'll leave nineteen as it is", 'Anna will leave nineteen as it is'],
  ['Meet on the tenth at my place', "Meet on the tenth at Anna's place"],
  ['I keep it at six on the poster', 'Anna: I keep it at six on the poster'],
])('tells who speaks of himself: %s', (text, shown) => {
  expect(told(text)).toBe(shown);
});
