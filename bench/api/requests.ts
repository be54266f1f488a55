// The calls of the bench, and how one is made with as little work as possible.
import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';

export const OPERATIONS = [
  'create a meeting',
  'create a guest link',
  'read a meeting',
  'read a meeting, 304',
] as const;
export type OperationName = (typeof OPERATIONS)[number];
export type Target = { url: string; apiKey: string; meetingRefs: string[] };

const SCHEDULE = {
  startAt: '2026-11-24T15:00:00+01:00',
  endAt: '2026-11-24T16:00:00+01:00',
  timezone: 'Europe/Berlin',
};
const NEW_MEETING = JSON.stringify({ title: 'Design review', schedule: SCHEDULE });

export type Request = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
};

/** The n-th call of an operation. */
export function requestOf(
  operation: OperationName,
  { apiKey, meetingRefs }: Omit<Target, 'url'>,
  n: number,
): Request {
  const authorization = `Bearer ${apiKey}`;
  const path = `/v1/meetings/${meetingRefs[n % meetingRefs.length]}`;
  const creating = { authorization, 'idempotency-key': randomUUID() };
  switch (operation) {
    case 'create a meeting':
      return {
        method: 'POST',
        path: '/v1/meetings',
        headers: { ...creating, 'content-type': 'application/json' },
        body: NEW_MEETING,
        status: 201,
      };
    case 'create a guest link':
      return { method: 'POST', path: `${path}/guest-links`, headers: creating, status: 201 };
    case 'read a meeting':
      return { method: 'GET', path, headers: { authorization }, status: 200 };
    case 'read a meeting, 304':
      return {
        method: 'GET',
        path,
        headers: { authorization, 'if-none-match': '"1-json"' },
        status: 304,
      };
  }
}

/** Fails on any status but the expected one. */
export function send(client: Dispatcher, { status, ...request }: Request): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let got = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart: (_, statusCode) => void (got = statusCode),
      onResponseData: (_, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        const body = Buffer.concat(chunks).toString();
        if (got === status) resolve(body);
        else
          reject(
            new Error(
              `${request.method} ${request.path}: ${got} instead of ${status}: ${body.slice(0, 300)}`,
            ),
          );
      },
      onResponseError: (_, error) => reject(error),
    };
    client.dispatch({ ...request, body: request.body ?? null }, handler);
  });
}
