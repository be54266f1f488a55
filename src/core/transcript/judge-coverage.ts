import type { ArtifactReason, ArtifactResult } from '../../../contract/generated/api.ts';
import type { Coverage } from './assemble-transcript.ts';

/** The result of a finished capture. Nothing may be missing without notice. Pure. */
export function judgeCoverage(coverage: Coverage): {
  result: ArtifactResult;
  reason: ArtifactReason;
} {
  const undecoded = coverage.failed + coverage.cut;
  const unheard = coverage.lost + coverage.openTracks;
  if (coverage.words === 0) {
    if (undecoded > 0) return { result: 'failed', reason: 'processing_failed' };
    if (coverage.tracks === 0 && coverage.declined > 0)
      return { result: 'empty', reason: 'consent_declined' };
    return {
      result: 'empty',
      reason: unheard > 0 || coverage.tracks === 0 ? 'audio_missing' : 'no_speech',
    };
  }
  if (undecoded > 0) return { result: 'partial', reason: 'processing_failed' };
  if (unheard > 0) return { result: 'partial', reason: 'audio_missing' };
  if (coverage.leftOut > 0) return { result: 'partial', reason: 'transcript_too_long' };
  return { result: 'complete', reason: null };
}
