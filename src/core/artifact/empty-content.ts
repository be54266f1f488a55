import type { Summary, Transcript } from '../../../contract/generated/api.ts';

type Envelope = 'meetingRef' | 'status' | 'result' | 'reason' | 'availableAt';

/** A transcript's content, without its status. */
export type TranscriptContent = Omit<Transcript, Envelope>;
/** A summary's content, without its status. */
export type SummaryBody = Omit<Summary, Envelope>;

/** `durationMs` is null when the length of the meeting is unknown, 0 when it was never held. */
export function emptyTranscript(durationMs: number | null): TranscriptContent {
  return { languageCode: null, durationMs, engine: null, speakers: [], segments: [], gaps: [] };
}

export function emptySummary(): SummaryBody {
  return {
    languageCode: null,
    overview: null,
    keyPoints: [],
    decisions: [],
    actionItems: [],
    topics: [],
    generator: null,
  };
}
