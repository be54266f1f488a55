import { expect, it } from 'vitest';
import type { Segment } from '../../../contract/generated/api.ts';
import { transcriptLanguage } from './assemble-transcript.ts';

const segment = (languageCode: string | null, text: string): Segment => ({
  segmentRef: 'sg_1',
  speakerRef: 's1',
  startMs: 0,
  endMs: 1,
  text,
  languageCode,
});

it.each<[string | null, Segment[], string | null]>([
  ['pt-br', [segment('es', 'Bom dia.')], 'pt-BR'],
  ['pt', [], null],
  [
    null,
    [segment('th', 'Ha.'), segment('en', 'Thank you for joining.'), segment('en', 'Good.')],
    'en',
  ],
  [null, [segment(null, 'Thank you for joining.'), segment('de', 'Ja.')], 'de'],
  [null, [segment(null, 'Thank you.')], null],
])('of a meeting in %j it is, by what was recognized, %#', (named, segments, expected) => {
  expect(transcriptLanguage(named, segments)).toBe(expected);
});
