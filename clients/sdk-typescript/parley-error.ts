import type { Problem } from '../../contract/generated/api.ts';

/**
 * The service refused, or did not answer in its own form. Switch on `code`; `status` is the HTTP
 * status.
 */
export class ParleyError extends Error {
  readonly status: number;
  readonly code: string;
  /** The whole problem document, when the service sent one. */
  readonly problem: Problem | null;
  /** What the service asked to wait. */
  readonly retryAfterSeconds: number | null;

  constructor(answer: {
    status: number;
    problem: Problem | null;
    retryAfterSeconds: number | null;
  }) {
    super(
      answer.problem
        ? `${answer.problem.title}: ${answer.problem.detail}`
        : `The service answered with status ${answer.status}`,
    );
    this.name = 'ParleyError';
    this.status = answer.status;
    this.code = answer.problem?.code ?? 'unknown';
    this.problem = answer.problem;
    this.retryAfterSeconds = answer.retryAfterSeconds;
  }
}

/** The error in a response that is no success. Reads its body. */
export async function errorOf(response: Response): Promise<ParleyError> {
  const isProblem =
    response.headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  const problem: Problem | null = isProblem ? JSON.parse(await response.text()) : null;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ParleyError({
    status: response.status,
    problem,
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
  });
}
