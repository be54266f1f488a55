// Calls to addresses that clients name, guarded against calling the operator's own network (SSRF).
import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { retryAfterMs, withTimeout } from '../../core/timing.ts';
import type { LookupFunction } from 'node:net';
import type { OutgoingHttpPort, PostOutcome, UrlVerdict } from '../../core/ports.ts';
import {
  AddressNotAllowed,
  checkedLookup,
  hostOf,
  isPublicAddress,
  judgeUrl,
  type Resolve,
} from './public-address.ts';
import { resolveByDns } from './resolve-by-dns.ts';

const JUDGE_WITHIN_MS = 3_000;
const POST_WITHIN_MS = 15_000;

type Options = {
  /** Also allows http and private addresses. */
  allowPrivate: boolean;
  postWithinMs?: number;
  /** Replaces the name servers; where private addresses are allowed, the machine's resolver. */
  resolve?: Resolve;
};

export function outgoingHttp(options: Options): OutgoingHttpPort {
  const resolver = options.resolve ?? (options.allowPrivate ? lookup : resolveByDns());
  const isAllowed = options.allowPrivate ? () => true : isPublicAddress;
  return {
    judge: async (url) => {
      const verdict = judgeUrl(url, options.allowPrivate);
      return verdict === 'unknown' ? judgeName(hostOf(new URL(url)), resolver) : verdict;
    },
    post: async (url, request, signal) => {
      const verdict = judgeUrl(url, options.allowPrivate);
      if (verdict !== 'allowed' && verdict !== 'unknown')
        return { kind: 'failed', reason: 'address_not_allowed' };
      const limit = AbortSignal.timeout(options.postWithinMs ?? POST_WITHIN_MS);
      const lookUp = checkedLookup(resolver, isAllowed);
      return exchange(new URL(url), { ...request, lookup: lookUp, limit, signal });
    },
  };
}

async function judgeName(host: string, resolver: Resolve): Promise<UrlVerdict> {
  const found = new Promise<UrlVerdict>((resolve) => {
    checkedLookup(resolver)(host, { all: true }, (error) => {
      if (error === null) return resolve('allowed');
      resolve(error instanceof AddressNotAllowed ? 'private_address' : 'unknown');
    });
  });
  return withTimeout(found, JUDGE_WITHIN_MS, 'the name is not resolved in time').catch(
    () => 'unknown' as const,
  );
}

type Exchange = {
  headers: Record<string, string>;
  body: string;
  lookup: LookupFunction;
  limit: AbortSignal;
  signal: AbortSignal;
};

/** On its own connection, closed as soon as the status has arrived. */
function exchange(
  url: URL,
  { headers, body, lookup: lookUp, limit, signal }: Exchange,
): Promise<PostOutcome> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const call = send(url, {
      method: 'POST',
      agent: false,
      lookup: lookUp,
      signal: AbortSignal.any([limit, signal]),
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
    });
    const answered = (response: IncomingMessage): void => {
      resolve({
        kind: 'answered',
        status: response.statusCode ?? 0,
        retryAfterMs: retryAfterMs(response.headers['retry-after']),
      });
      response.on('error', () => {});
      response.socket.destroy();
    };
    const failed = (reason: FailedReason): void =>
      resolve({ kind: 'failed', reason: limit.aborted ? 'timeout' : reason });
    call.on('response', answered);
    // A 101: without a listener the request would only close, without a response or an error.
    call.on('upgrade', answered);
    call.on('error', (error) => failed(reasonOf(error)));
    call.on('close', () => failed('unreachable'));
    call.end(body);
  });
}

type FailedReason = Extract<PostOutcome, { kind: 'failed' }>['reason'];

function reasonOf(error: NodeJS.ErrnoException): FailedReason {
  if (error instanceof AddressNotAllowed) return 'address_not_allowed';
  const code = error.code ?? '';
  if (code === 'ETIMEDOUT') return 'timeout';
  return /CERT|SELF_SIGNED|SSL|TLS|EPROTO|UNABLE_TO_VERIFY/.test(code) ? 'tls' : 'unreachable';
}
