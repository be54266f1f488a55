import { SAMPLE_RATE_HZ } from '../../../src/core/sound.ts';
import type { Job } from '../../../src/engines/recognizer/supervisor/recognizer-messages.ts';

let lastId = 0;

/** A job to transcribe the first `seconds` of a track. */
export function jobFor(
  meetingRef: string,
  trackRef: string,
  seconds: number,
  more: Partial<Job> = {},
): Job {
  const request = {
    kind: 'transcribe' as const,
    id: ++lastId,
    meetingRef,
    trackRef,
    path: `/spool/${meetingRef}/${trackRef}.pcm`,
    fromSample: 0,
    toSample: seconds * SAMPLE_RATE_HZ,
  };
  return {
    request,
    sinceMs: 0,
    done: () => {},
    fail: () => {},
    isSuspect: false,
    crashed: 0,
    killed: 0,
    ...more,
  };
}
