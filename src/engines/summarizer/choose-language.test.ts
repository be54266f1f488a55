import { expect, it } from 'vitest';
import type { SummaryInput } from '../../core/ports.ts';
import { chooseLanguage } from './choose-language.ts';

type Said = [text: string, languageCode: string | null];

function meeting(languageCode: string | null, ...said: Said[]): SummaryInput {
  return {
    title: 'Talk',
    startedAt: null,
    timezone: 'UTC',
    languageCode,
    speakers: [{ speakerRef: 's1', displayName: 'Anna' }],
    segments: said.map(([text, language], at) => ({
      segmentRef: `sg_${at + 1}`,
      speakerRef: 's1',
      startMs: at * 1000,
      endMs: at * 1000 + 900,
      text,
      languageCode: language,
    })),
  };
}

it.each<[what: string, input: SummaryInput, language: string | null]>([
  [
    'the one that was declared for the meeting, whatever was heard',
    meeting('de', ['Good morning, everyone.', 'en']),
    'de',
  ],
  [
    'else the one in which most was said',
    meeting(
      null,
      ['Yes.', 'en'],
      ['No.', 'en'],
      ['Wir verschieben die ganze Sitzung auf Freitag.', 'de'],
    ),
    'de',
  ],
  [
    'else English, where its small words say so',
    meeting(null, ['We will send it to them on Friday because they asked for it.', null]),
    'en',
  ],
  [
    'else none',
    meeting(null, ['Wir verschieben die ganze Sitzung auf Freitag, weil Anna krank ist.', null]),
    null,
  ],
  ['none where hardly anything was said', meeting(null, ['We will do it.', null]), null],
  ['none where nothing was said', meeting(null), null],
])('the language is %s', (_what, input, language) => {
  expect(chooseLanguage(input)).toBe(language);
});
