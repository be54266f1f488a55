export type ApiRequest = {
  method: 'GET' | 'POST';
  /** With its query; what it holds of others' making is encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: object;
};
export type ApiReply = { status: number; headers: Record<string, string>; text: string };

/** One call of the HTTP API with the key of whoever uses the tools. Rejects when no answer comes. */
export type ApiPort = (request: ApiRequest, signal: AbortSignal) => Promise<ApiReply>;
