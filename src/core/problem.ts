import type { FaultCode } from '../../contract/fault-codes.ts';
import { type ProblemCode, problems } from '../../contract/generated/problems.ts';
import type { MeetingState, ProblemError } from '../../contract/generated/api.ts';

/** A field, header or parameter that is wrong, with a code that the documentation explains. */
export type FieldFault = ProblemError & { code: FaultCode };

export type ProblemMembers = {
  detail?: string;
  errors?: FieldFault[];
  meetingState?: MeetingState;
  requiredScope?: string;
  policy?: string;
  /** Seconds; sent as the Retry-After header. */
  retryAfter?: number;
  /** Further response headers, such as Allow or WWW-Authenticate. */
  headers?: Record<string, string>;
  /** For operators, never for the caller. */
  cause?: unknown;
};

const MAX_ERRORS = 1_000;

/** Problem validation_error, which names each field that is wrong. */
export function invalidFields(errors: readonly FieldFault[]): Problem {
  const count = new Set(errors.map(({ pointer }) => pointer)).size;
  const detail = count === 1 ? '1 field is not valid.' : `${count} fields are not valid.`;
  return new Problem('validation_error', { detail, errors: errors.slice(0, MAX_ERRORS) });
}

/** Thrown to stop with an RFC 9457 answer. Status, title and help are in contract/problems.yaml. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly members: ProblemMembers;

  constructor(code: ProblemCode, members: ProblemMembers = {}) {
    super(code, { cause: members.cause });
    this.code = code;
    this.members = members;
  }

  get status(): number {
    return problems[this.code].status;
  }
}
