import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { cases, type Case } from './cases.ts';

/** A request without what may differ: the order of headers and the choice of escaped characters. */
export type SentRequest = {
  method: string;
  path: string[];
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
};
export type Outcome = { name: string; requests: SentRequest[]; result: unknown };
export type ReplayServer = { url: string; sentBy(name: string, number: number): SentRequest[] };

const COMPARED = [
  'accept',
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'last-event-id',
  'prefer',
];

/** Answers case n below /NAME/n, where NAME is the client's. Closed after the test file. */
export async function replayServer(): Promise<ReplayServer> {
  const sent = new Map<string, SentRequest[]>();
  const keys = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://replay');
    const [, name, number, ...path] = url.pathname.split('/');
    const id = `${name}/${number}`;
    const before = sent.get(id) ?? [];
    const headers: Record<string, string> = {};
    for (const header of COMPARED) {
      const value = request.headers[header];
      if (value !== undefined) headers[header] = String(value);
    }
    const key = request.headers['idempotency-key'];
    const last = keys.get(id) ?? key;
    if (key !== undefined) {
      keys.set(id, String(key));
      headers['idempotency-key'] = key === 'mine' ? key : key === last ? 'fresh' : 'changed';
    }
    const hasBody = request.headers['content-type'] !== undefined;
    const one: SentRequest = {
      method: request.method ?? '',
      path: path.map(decodeURIComponent),
      query: [...url.searchParams],
      headers,
      body: hasBody ? await json(request) : null,
    };
    sent.set(id, [...before, one]);
    const { status, headers: own, body } = answerOf(cases[Number(number)], before.length);
    response.writeHead(status, own).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.closeAllConnections());
  afterAll(() => server.close());
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    sentBy: (name: string, number: number) => sent.get(`${name}/${number}`) ?? [],
  };
}

const TOO_MANY = { status: 501, headers: {}, body: 'one request too many' };
const answerOf = (one: Case | undefined, number: number) => one?.answers[number] ?? TOO_MANY;
