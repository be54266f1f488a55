import { describe, expect, it } from 'vitest';
import { readTranscriptFile } from './read-transcript-file.ts';
import { UsageError } from '../../../clients/cli/arguments-of.ts';

const SPEAKER = { speakerRef: 's1', displayName: 'Anna' };
const SEGMENT = {
  segmentRef: 'g1',
  speakerRef: 's1',
  startMs: 0,
  endMs: 4000,
  text: 'The secret plan',
};
const GOOD = { speakers: [SPEAKER], segments: [SEGMENT] };

function fault(given: unknown): string {
  try {
    readTranscriptFile(typeof given === 'string' ? given : JSON.stringify(given));
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('no fault');
}

describe('readTranscriptFile', () => {
  it('reads a transcript in contract shape, and the fields beside it', () => {
    const beside = {
      title: 'Weekly',
      startedAt: '2026-11-20T10:00:00Z',
      timezone: 'Europe/Berlin',
      meetingRef: 'mtg_1',
      result: 'partial',
      engine: null,
    };
    expect(readTranscriptFile(JSON.stringify({ ...GOOD, ...beside }))).toMatchObject({
      meetingRef: 'mtg_1',
      partial: true,
      input: {
        title: 'Weekly',
        startedAt: '2026-11-20T10:00:00Z',
        timezone: 'Europe/Berlin',
        languageCode: null,
        segments: [{ text: 'The secret plan' }],
      },
    });
  });

  it('needs neither title nor start nor zone', () => {
    expect(readTranscriptFile(JSON.stringify(GOOD)).input).toMatchObject({
      title: null,
      startedAt: null,
      timezone: null,
    });
  });

  it.each([
    ['no JSON', '{', 'This is not JSON.'],
    ['another shape', { segments: [] }, "must have required property 'speakers'"],
    [
      'a segment without text',
      { ...GOOD, segments: [{ ...SEGMENT, text: 7 }] },
      '/segments/0/text must be string',
    ],
    [
      'two segments of one name',
      { ...GOOD, segments: [SEGMENT, SEGMENT] },
      'two segments have the same segmentRef',
    ],
    [
      'a start without zone',
      { ...GOOD, startedAt: '2026-11-20T10:00:00' },
      'startedAt must be a time with zone',
    ],
    [
      'a start that does not exist',
      { ...GOOD, startedAt: '2026-13-40T10:00:00Z' },
      'startedAt is not a real date',
    ],
    [
      'a start on a day that does not exist',
      { ...GOOD, startedAt: '2026-02-30T10:00:00Z' },
      'startedAt is not a real date',
    ],
    ['an offset as a zone', { ...GOOD, timezone: '+02:00' }, 'timezone must be an IANA name'],
    [
      'a zone that does not exist',
      { ...GOOD, timezone: 'Mars/Base' },
      'timezone must be an IANA name',
    ],
  ])('names the fault, without spoken words: %s', (_name, given, message) => {
    expect(fault(given)).toContain(message);
    expect(fault(given)).not.toContain('secret');
  });
});
