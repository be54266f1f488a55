/** What a summary writer is given: one finished transcript and the facts that dates and owners need. */
export interface SummaryInput {
  readonly title: string | null;
  /** RFC 3339 UTC; null when unknown, and then no due date is resolved. */
  readonly startedAt: string | null;
  /** IANA zone of the meeting; null means UTC. */
  readonly timezone: string | null;
  /** BCP 47; null when the recogniser did not say. */
  readonly languageCode: string | null;
  readonly speakers: readonly SummarySpeaker[];
  /** Times are milliseconds from the start of the meeting. */
  readonly segments: readonly SummarySegment[];
}

export interface SummarySpeaker {
  readonly speakerRef: string;
  readonly displayName: string;
}

export interface SummarySegment {
  readonly segmentRef: string;
  readonly speakerRef: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly languageCode: string | null;
}
/** What a summary writer gives back; every item names the segments its words come from. */
export interface SummaryContent {
  /** BCP 47 language of the meeting; null when unknown. */
  languageCode: string | null;
  /** Plain text in the third person; empty when nothing was said. */
  overview: string;
  keyPoints: SummaryPoint[];
  decisions: SummaryPoint[];
  actionItems: SummaryActionItem[];
  topics: SummaryTopic[];
  generator: SummaryGenerator;
}

export interface SummaryPoint {
  text: string;
  segmentRefs: string[];
}

export interface SummaryActionItem extends SummaryPoint {
  ownerDisplayName: string | null;
  /** Calendar day YYYY-MM-DD in the meeting's zone. */
  dueDate: string | null;
}

export interface SummaryTopic extends SummaryPoint {
  title: string;
}

export interface SummaryGenerator {
  name: string;
  version: string;
}
