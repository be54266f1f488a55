import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { ProblemError } from '../../../contract/generated/api.ts';
import type { Clock } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import { type Fault, faultsBy, isRuleName } from './contract-rules.ts';
import type { Schema } from './contract-document.ts';
import { repeatable } from '../http/read-query.ts';

export type CheckBody = (body: unknown) => void;

const MAX_ERRORS = 1_000;

/** A check of bodies by `schema`, which reports every field at once. The check's problem: validation_error. */
export function bodyCheck(schema: Schema, clock: Clock): CheckBody {
  // `integer` with its minimum and maximum says what these formats say.
  const formats = { int32: true, int64: true } as const;
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    formats,
  });
  ajv.addKeyword({ keyword: 'x-rule', errors: true, validate: ruleKeyword(clock) });
  const validate = ajv.compile(schema);
  return (body) => {
    const errors = validate(body) ? [] : (validate.errors ?? []).flatMap(toProblemError);
    if (errors.length > 0) throw invalid(errors);
  };
}

/** `x-rule` names a check of meaning that JSON Schema cannot state. */
function ruleKeyword(clock: Clock) {
  function check(rule: unknown, data: unknown): boolean {
    if (!isRuleName(rule)) throw new Error('The contract names a rule that does not exist');
    const faults = faultsBy(rule, data, clock.now());
    check.errors = faults.map((fault) => ({ keyword: 'x-rule', params: fault }));
    return faults.length === 0;
  }
  check.errors = [] as Partial<ErrorObject>[];
  return check;
}

function invalid(errors: ProblemError[]): Problem {
  const count = new Set(errors.map((error) => error.pointer)).size;
  const detail = count === 1 ? '1 field is not valid.' : `${count} fields are not valid.`;
  return new Problem('validation_error', { detail, errors: errors.slice(0, MAX_ERRORS) });
}

function toProblemError(error: ErrorObject): ProblemError[] {
  const at = `#${error.instancePath}`;
  const limits = error.parentSchema as
    { minLength?: number; maxLength?: number; 'x-rule'?: string } | undefined;
  switch (error.keyword) {
    case 'required':
      return [
        {
          pointer: `${at}/${error.params.missingProperty}`,
          code: 'required',
          detail: 'Is required.',
        },
      ];
    case 'additionalProperties':
      return [
        {
          pointer: unknownPointer(at, error.params.additionalProperty),
          code: 'unknown_field',
          detail: 'Is not a field of this object.',
        },
      ];
    case 'minimum':
    case 'maximum':
      return [
        {
          pointer: at,
          code: 'range',
          detail: `Must be ${rangeOf(error.parentSchema as { minimum?: number; maximum?: number } | undefined)}.`,
        },
      ];
    case 'type':
      return [
        {
          pointer: at,
          code: 'type',
          detail: `Must be ${[error.params.type].flat().join(' or ')}.`,
        },
      ];
    case 'minLength':
    case 'maxLength':
      // A field with a rule of its own for length and form is judged by that alone.
      return limits?.['x-rule'] && limits['x-rule'] !== 'title'
        ? []
        : lengthError(at, error.keyword, limits);
    case 'x-rule':
      return [ruleError(at, error.params as Fault)];
    case 'minItems':
      return [{ pointer: at, code: 'value', detail: `Must hold at least ${error.params.limit}.` }];
    case 'uniqueItems':
      return [{ pointer: at, code: 'value', detail: 'Must not hold the same value twice.' }];
    case 'enum':
      return [
        {
          pointer: at,
          code: 'value',
          detail: `Must be one of: ${error.params.allowedValues.join(', ')}.`,
        },
      ];
    default:
      return [{ pointer: at, code: 'value', detail: 'Is not one of the allowed values.' }];
  }
}

function rangeOf(schema: { minimum?: number; maximum?: number } | undefined): string {
  return schema?.maximum === undefined
    ? `at least ${schema?.minimum}`
    : `${schema.minimum ?? 0} to ${schema.maximum}`;
}

function lengthError(
  at: string,
  keyword: string,
  limits: { minLength?: number; maxLength?: number } | undefined,
): ProblemError[] {
  // The rule `title` calls an empty text blank.
  if (keyword === 'minLength') return [];
  return [
    {
      pointer: at,
      code: 'length',
      detail: `Must be ${limits?.minLength ?? 0} to ${limits?.maxLength} characters.`,
    },
  ];
}

function ruleError(at: string, fault: Fault): ProblemError {
  return {
    pointer: fault.member === undefined ? at : `${at}/${fault.member}`,
    code: fault.code,
    detail: fault.detail,
  };
}

/** RFC 6901, as a URI fragment. A name that may not be repeated is left out: the pointer then names its object. */
function unknownPointer(at: string, name: string): string {
  return repeatable(name)
    ? `${at}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
    : at;
}
