import type { HeldTrack } from '../../store/track.ts';
import { declinedSpans } from '../consent/consent-gaps.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { type Cut, PAD_SAMPLES, type Range } from './cut-utterances.ts';

/**
 * What is to be transcribed of these ranges: the parts in which their speaker had not declined. The scribe learns of an
 * answer up to a second late, or of two that follow each other at once. Pure.
 */
export function consentedRanges({ startedAt, answers }: HeldTrack, ranges: readonly Cut[]): Cut[] {
  const timed = answers.map(({ at, consent }) => ({
    atMs: at.getTime() - startedAt.getTime(),
    consent,
  }));
  const declined = declinedSpans(timed).map(({ fromMs, toMs }) => ({
    fromSample: fromMs * SAMPLES_PER_MS,
    toSample: toMs * SAMPLES_PER_MS,
  }));
  return withoutSpans(ranges, declined);
}

/** The ranges without these spans. What is shorter than a pad holds no word, and is left out. Pure. */
export function withoutSpans(ranges: readonly Cut[], spans: readonly Range[]): Cut[] {
  return spans.reduce(
    (left, span) => left.flatMap((range) => withoutSpan(range, span)),
    [...ranges],
  );
}

function withoutSpan(range: Cut, span: Range): Cut[] {
  if (span.toSample <= range.fromSample || range.toSample <= span.fromSample) return [range];
  // The speaker may not have paused there.
  const before = { ...range, toSample: span.fromSample, isForced: true };
  const after = { ...range, fromSample: span.toSample };
  return [before, after].filter((part) => part.toSample - part.fromSample >= PAD_SAMPLES);
}
