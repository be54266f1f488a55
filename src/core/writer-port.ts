// The port to the summarizer: what it is given, what it returns, and how it analyzes words.
export type WriterPort = {
  /** `notes` survive a crash: a paid service's answers are stored there before they are used. */
  write(input: SummaryInput, signal: AbortSignal, notes: WriterNotes): Promise<WrittenSummary>;
};

/** Answers by a key of 64 hex digits, kept until the summary is finished. */
export type WriterNotes = {
  read(key: string): Promise<string | null>;
  keep(key: string, answer: string): Promise<void>;
};

/** What a summary writer is given: one finished transcript and the facts that dates and owners need. */
export type SummaryInput = {
  readonly title: string | null;
  /** RFC 3339 UTC; null when unknown, and then no due date is resolved. */
  readonly startedAt: string | null;
  /** IANA zone of the meeting; null means UTC. */
  readonly timezone: string | null;
  /** BCP 47; null when the recognizer did not say. */
  readonly languageCode: string | null;
  readonly speakers: readonly SummarySpeaker[];
  /** Times are milliseconds from the start of the meeting. */
  readonly segments: readonly SummarySegment[];
};

export type SummarySpeaker = {
  readonly speakerRef: string;
  readonly displayName: string;
};

export type SummarySegment = {
  readonly segmentRef: string;
  readonly speakerRef: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly languageCode: string | null;
};
/** What a summary writer returns; every item names the segments that it comes from. */
export type SummaryContent = {
  /** BCP 47 language of the meeting; null when unknown. */
  languageCode: string | null;
  /** Plain text in the third person; empty when nothing was said. */
  overview: string;
  keyPoints: SummaryPoint[];
  decisions: SummaryPoint[];
  actionItems: SummaryActionItem[];
  topics: SummaryTopic[];
  generator: SummaryGenerator;
};

/**
 * `notSought`: what the writer cannot find in this language. That it is missing says nothing about the meeting.
 */
export type WrittenSummary = SummaryContent & { notSought?: 'items' | 'anything' };

export type SummaryPoint = {
  text: string;
  segmentRefs: string[];
};

export type SummaryActionItem = SummaryPoint & {
  ownerDisplayName: string | null;
  /** Calendar day YYYY-MM-DD in the meeting's zone. */
  dueDate: string | null;
};

export type SummaryTopic = SummaryPoint & {
  title: string;
};

export type SummaryGenerator = {
  name: string;
  version: string;
};

/** Facts about a transcript's words, with which a language model's answers are checked. */
export type TranscriptReader = {
  /** BCP 47: as declared, otherwise as the words suggest; null when unknown. */
  languageOf(input: SummaryInput): string | null;
  /** Lower-case words in order. */
  wordsOf(text: string): string[];
  /** Content words, folded so that plurals and verb endings compare equal. */
  contentWords(text: string, languageCode: string | null): string[];
  /**
   * The days that English text names, YYYY-MM-DD in the meeting's zone; null when the meeting's date is
   * unknown.
   */
  datesIn(texts: readonly string[], input: SummaryInput): string[] | null;
  /** The display name that a spoken first, last or full name refers to; null when none or several fit. */
  ownerNamed(name: string, speakers: readonly SummarySpeaker[]): string | null;
};
