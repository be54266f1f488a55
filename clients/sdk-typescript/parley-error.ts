import type { Problem } from '../../contract/generated/api.ts';
import type { ProblemCode } from '../../contract/generated/problems.ts';

/** The contract's codes, `unknown` when something else answered, and codes added later. */
// oxlint-disable-next-line typescript/ban-types -- keeps the known codes for completion
export type ErrorCode = ProblemCode | 'unknown' | (string & {});

/**
 * The service refused, or its answer had an unknown form. Switch on `code`; `status` is the HTTP
 * status.
 */
export class ParleyError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** The whole problem document, when the service sent one. */
  readonly problem: Problem | null;
  /** How long the service asked the client to wait. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: {
    status: number;
    problem: Problem | null;
    retryAfterSeconds: number | null;
  }) {
    super(
      answer.problem
        ? `${answer.problem.title}: ${answer.problem.detail}`
        : `Something other than the service answered with status ${answer.status}. ` +
            'Check the address, and whether the service is running.',
    );
    this.name = 'ParleyError';
    this.status = answer.status;
    this.code = answer.problem?.code ?? 'unknown';
    this.problem = answer.problem;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** The error in a response that was not successful. Reads its body. */
export async function errorOf(response: Response): Promise<ParleyError> {
  const type = response.headers.get('content-type');
  const isProblem = type?.startsWith('application/problem+json') ?? false;
  return new ParleyError({
    status: response.status,
    problem: isProblem ? problemIn(await response.text()) : null,
    retryAfterSeconds: retryAfterOf(response.headers),
  });
}

/** null: not the service's, but a gateway's. */
function problemIn(text: string): Problem | null {
  try {
    const body: Partial<Problem> | null = JSON.parse(text);
    const needed = [body?.code, body?.title, body?.detail];
    return needed.every((member) => typeof member === 'string') ? (body as Problem) : null;
  } catch {
    return null;
  }
}

/**
 * The Retry-After header in seconds. Some proxies send a date instead (RFC 9110, 10.2.3), by their own clock, which
 * their Date header tells.
 */
export function retryAfterOf(headers: Headers): number | null {
  const retryAfter = headers.get('retry-after');
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  const sentAt = Date.parse(headers.get('date') ?? '');
  const now = Number.isNaN(sentAt) ? Date.now() : sentAt;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
