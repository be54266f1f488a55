import { randomUUID } from 'node:crypto';
import type { ApiPort, ApiReply, ApiRequest } from './api-port.ts';
import { ToolError, toolErrorOf } from './tool-error.ts';

export type Caller = { api: ApiPort; signal: AbortSignal };

/** The answer, where it is none of an error. Throws ToolError. */
export async function callApi({ api, signal }: Caller, request: ApiRequest): Promise<ApiReply> {
  const reply = await answered(api(request, signal));
  if (reply.status >= 400) throw toolErrorOf(reply);
  return reply;
}

async function answered(reply: Promise<ApiReply>): Promise<ApiReply> {
  try {
    return await reply;
  } catch {
    // What fetch says may hold the address with its credentials.
    throw new ToolError(
      'not_reached',
      'The service cannot be reached. See whether it runs and whether its address is right.',
    );
  }
}

export async function readJson<T extends object>(caller: Caller, path: string): Promise<T> {
  return JSON.parse((await callApi(caller, { method: 'GET', path })).text);
}

/** A creating call; with the caller's own key it may be repeated without a second thing. */
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

/** References are checked before: none of them needs encoding. */
export const meetingPath = (meetingRef: string, below = ''): string =>
  `/v1/meetings/${meetingRef}${below}`;
