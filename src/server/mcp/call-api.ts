import { randomUUID } from 'node:crypto';
import type { ApiPort, ApiReply, ApiRequest } from './api-port.ts';
import { ToolError, toolErrorOf } from './tool-error.ts';

export type Caller = { api: ApiPort; signal: AbortSignal };

/** The answer, unless it is an error. Throws ToolError. */
export async function callApi({ api, signal }: Caller, request: ApiRequest): Promise<ApiReply> {
  const reply = await answered(api(request, signal));
  if (reply.status >= 400) throw toolErrorOf(reply);
  return reply;
}

async function answered(reply: Promise<ApiReply>): Promise<ApiReply> {
  try {
    return await reply;
  } catch {
    // The error of fetch may contain the address with its credentials.
    throw new ToolError(
      'not_reached',
      'The service cannot be reached. Check that it is running and that its address is right.',
    );
  }
}

export async function readJson<T extends object>(caller: Caller, path: string): Promise<T> {
  return JSON.parse((await callApi(caller, { method: 'GET', path })).text);
}

/** A call that creates something; with the caller's own key it can be repeated without creating a second one. */
export async function post<T extends object>(
  caller: Caller,
  path: string,
  body: object | undefined,
  idempotencyKey: string = randomUUID(),
): Promise<T> {
  const headers = { 'idempotency-key': idempotencyKey };
  const request = { method: 'POST' as const, path, headers };
  return JSON.parse((await callApi(caller, body ? { ...request, body } : request)).text);
}

/** References were checked already: none needs encoding. */
export const meetingPath = (meetingRef: string, below = ''): string =>
  `/v1/meetings/${meetingRef}${below}`;
