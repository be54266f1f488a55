export type ApiRequest = {
  method: 'GET' | 'POST';
  /** With its query; values from elsewhere are encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: object;
};
export type ApiReply = { status: number; headers: Record<string, string>; text: string };

/** One call of the HTTP API with the key of the tools' user. Rejects when no answer comes. */
export type ApiPort = (request: ApiRequest, signal: AbortSignal) => Promise<ApiReply>;
