/** One step in the life of a meeting. Its attributes hold neither titles, names, words nor secrets. */
export type Span = {
  name: string;
  meetingRef: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  failed: boolean;
  /** The trace of the meeting begins with it. */
  isFirst: boolean;
  attributes: Record<string, string | number>;
};

/** Where the steps of meetings are followed: every span of a meeting, of whichever process, is in one trace. */
export type TracePort = {
  record(span: Span): void;
  /** Sends what waits. */
  stop(): Promise<void>;
};
