/** A server that speaks OpenAI's API. `url`: its base, its `/v1`, or the whole address of a call. */
export type OpenAiServer = { url: string; apiKey: string | null; model: string };

export type ServerCall = 'audio/transcriptions' | 'chat/completions';

/** The URL of `call` on the server. */
export function addressOf(call: ServerCall, url: string): string {
  const base = url.replace(/\/+$/, '');
  if (base.endsWith(`/${call}`)) return base;
  return /\/v\d+[a-z]*$/.test(base) ? `${base}/${call}` : `${base}/v1/${call}`;
}
