/** One step in the life of a meeting. Its attributes hold neither titles, names, words nor secrets. */
export type Span = {
  name: string;
  meetingRef: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  failed: boolean;
  /** The meeting's trace begins with this step. */
  isFirst: boolean;
  attributes: Record<string, string | number>;
};

/** Records the steps of meetings: all spans of a meeting, from any process, are in one trace. */
export type TracePort = {
  record(span: Span): void;
  /** Sends what is buffered. */
  stop(): Promise<void>;
};
