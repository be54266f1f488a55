// One API call before it is sent.
export type CallOptions = {
  /**
   * For a POST; a fresh one by default. Give your own to make a call safe to repeat across restarts
   * of your program.
   */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
};
export type Operation = { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string };
/** An array is sent as a repeated parameter, an object as `name[member]`. */
type Query = Record<
  string,
  string | number | readonly string[] | Readonly<Record<string, string>> | null | undefined
>;
/** `ref` holds the parameters of the path, `query` those after it. */
export type Call = CallOptions & {
  ref?: Record<string, string>;
  query?: Query;
  body?: object;
  accept?: string;
  headers?: Record<string, string>;
};

/** The options of `fetch` that describe the request. */
export type FetchInit = { method: string; headers: Record<string, string>; body?: string };

export function requestFor(
  service: { baseUrl: string; apiKey: string },
  { method, path }: Operation,
  call: Call,
): { url: string; init: FetchInit } {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(call.ref?.[name] ?? ''));
  const url = service.baseUrl.replace(/\/$/, '') + filled + queryText(call.query ?? {});
  const headers: Record<string, string> = {
    authorization: `Bearer ${service.apiKey}`,
    accept: call.accept ?? '*/*',
    ...call.headers,
  };
  if (method === 'POST') headers['idempotency-key'] = checkedKey(call.idempotencyKey) ?? freshKey();
  if (call.body === undefined) return { url, init: { method, headers } };
  return {
    url,
    init: {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(call.body),
    },
  };
}

/** Throws TypeError. So would `fetch`, but its error could not be told from one of the network. */
function checkedKey(idempotencyKey: string | undefined): string | undefined {
  if (/[^\x20-\x7e]/.test(idempotencyKey ?? ''))
    throw new TypeError('idempotencyKey has a character that is not printable ASCII.');
  return idempotencyKey;
}

/** A page that is not served over https has no crypto.randomUUID. */
function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `.` and `..` are encoded twice: a URL would take them for a way to another path, even encoded. */
const segmentOf = (ref: string): string =>
  /^\.\.?$/.test(ref) ? ref.replaceAll('.', '%252E') : encodeURIComponent(ref);

function queryText(query: NonNullable<Call['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.map((one): [string, string] => [name, String(one)]);
    if (typeof value !== 'object') return [[name, String(value)]];
    return Object.entries(value).map(([member, text]): [string, string] => [
      `${name}[${member}]`,
      text,
    ]);
  });
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
