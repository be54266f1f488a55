import { expect, it } from 'vitest';
import type { Coverage } from './assemble-transcript.ts';
import { judgeCoverage } from './judge-coverage.ts';

// Promise: 22
it.each<[string, Partial<Coverage>, string, string | null]>([
  ['every range decoded', { words: 3, no_words: 1 }, 'complete', null],
  ['a range that cannot be decoded', { words: 3, failed: 1 }, 'partial', 'processing_failed'],
  ['a range that still waits', { words: 3, cut: 1 }, 'partial', 'processing_failed'],
  ['audio that was never heard', { words: 3, lost: 1 }, 'partial', 'audio_missing'],
  [
    'a track that is not scanned to its end',
    { words: 3, openTracks: 1 },
    'partial',
    'audio_missing',
  ],
  // Promise: 44
  [
    'more than a transcript has room for',
    { words: 3, leftOut: 1 },
    'partial',
    'transcript_too_long',
  ],
  ['ranges without words only', { no_words: 2 }, 'empty', 'no_speech'],
  ['silence', {}, 'empty', 'no_speech'],
  ['silence beside somebody who did not agree', { declined: 1 }, 'empty', 'no_speech'],
  ['nobody who was heard', { tracks: 0 }, 'empty', 'audio_missing'],
  ['nobody who agreed to be heard', { tracks: 0, declined: 1 }, 'empty', 'consent_declined'],
  ['somebody who did not agree', { words: 3, declined: 1 }, 'complete', null],
  ['nothing but a gap', { lost: 1 }, 'empty', 'audio_missing'],
  ['nothing but what cannot be decoded', { failed: 2 }, 'failed', 'processing_failed'],
])('a transcript with %s is %s', (_title, found, result, reason) => {
  const coverage: Coverage = {
    tracks: 1,
    openTracks: 0,
    declined: 0,
    leftOut: 0,
    cut: 0,
    words: 0,
    no_words: 0,
    failed: 0,
    lost: 0,
    ...found,
  };
  expect(judgeCoverage(coverage)).toEqual({ result, reason });
});
