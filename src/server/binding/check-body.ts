import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { FaultCode } from '../../../contract/fault-codes.ts';
import type { Clock } from '../../core/ports.ts';
import { type FieldFault, invalidFields } from '../../core/problem.ts';
import { type Fault, faultsBy, isRuleName } from './contract-rules.ts';
import type { Schema } from './contract-document.ts';
import { repeatable } from '../http/read-query.ts';

/** `others`: further faults, reported only along with the schema's. */
export type CheckBody = (body: unknown, others?: readonly FieldFault[]) => void;

/** Rules that leave the length of a text to the schema. */
const RULES_WITHOUT_LENGTH = ['title', 'storable-text', 'language-code'];

/**
 * A check of bodies by `schema`, which reports every field at once. With `dropsUnknown` it removes fields that the
 * schema does not have. The check's problem: validation_error.
 */
export function bodyCheck(
  schema: Schema,
  clock: Clock,
  { dropsUnknown = false }: { dropsUnknown?: boolean } = {},
): CheckBody {
  // `integer` with its minimum and maximum says the same as these formats.
  const formats = { int32: true, int64: true } as const;
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    formats,
    removeAdditional: dropsUnknown,
    // Compiling JSON Schema's own schema takes nine times as long as the contract's, whose schemas tests have checked.
    meta: false,
    validateSchema: false,
  });
  ajv.addKeyword({ keyword: 'x-rule', errors: true, validate: ruleKeyword(clock) });
  const validate = ajv.compile(schema);
  return (body, others = []) => {
    const errors = validate(body) ? [] : (validate.errors ?? []).flatMap(toFieldFaults);
    if (errors.length === 0) return;
    const named = new Set(errors.map(({ pointer }) => pointer));
    throw invalidFields([...errors, ...others.filter(({ pointer }) => !named.has(pointer))]);
  };
}

/** `x-rule` names a semantic check that JSON Schema cannot express. */
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

function toFieldFaults(error: ErrorObject): FieldFault[] {
  const at = pointerTo(error.instancePath);
  // `propertyNames` reports the name.
  if (at === null) return [];
  const { keyword, params } = error;
  const schema = error.parentSchema as Limits | undefined;
  switch (keyword) {
    case 'required':
      return fault(`${at}/${params.missingProperty}`, 'required', 'Is required.');
    case 'additionalProperties':
      return fault(
        unknownPointer(at, params.additionalProperty),
        'unknown_field',
        'Is not a field of this object.',
      );
    case 'propertyNames':
      return fault(
        unknownPointer(at, params.propertyName),
        'name',
        'A key has 1 to 40 characters of A-Z, a-z, 0-9, _, . and -.',
      );
    case 'minimum':
    case 'maximum':
      return fault(at, 'range', `Must be ${rangeOf(schema)}.`);
    case 'type':
      return fault(at, 'type', `Must be ${[params.type].flat().join(' or ')}.`);
    // What else is wrong with an empty text says more.
    case 'minLength':
      return params.limit === 1 ? [] : lengthFault(at, schema);
    case 'maxLength':
      return ofPropertyName(error) || hasOwnLengthRule(schema) ? [] : lengthFault(at, schema);
    case 'x-rule':
      return [ruleFault(at, params as Fault)];
    case 'minItems':
      return fault(at, 'value', `Must hold at least ${params.limit}.`);
    case 'maxItems':
    case 'maxProperties':
      return fault(at, 'value', `Must hold at most ${params.limit}.`);
    case 'uniqueItems':
      return fault(at, 'value', 'Must not hold the same value twice.');
    case 'enum': {
      const values = params.allowedValues.filter((value: unknown) => value !== null);
      return fault(at, 'value', `Must be one of: ${values.join(', ')}.`);
    }
    case 'pattern':
      if (ofPropertyName(error)) return [];
  }
  return fault(at, 'value', 'Is not one of the allowed values.');
}

type Limits = {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  'x-rule'?: string;
};

const fault = (pointer: string, code: FaultCode, detail: string): FieldFault[] => [
  { pointer, code, detail },
];

function lengthFault(at: string, { minLength = 0, maxLength }: Limits = {}): FieldFault[] {
  const limits = minLength === 0 ? `at most ${maxLength}` : `${minLength} to ${maxLength}`;
  return fault(at, 'length', `Must be ${limits} characters.`);
}

/** `propertyNames` reports the name itself. */
function ofPropertyName({ schemaPath }: ErrorObject): boolean {
  return schemaPath.includes('/propertyNames/');
}

/** Such a field is checked only by its rule. */
function hasOwnLengthRule(schema: Limits | undefined): boolean {
  return schema?.['x-rule'] !== undefined && !RULES_WITHOUT_LENGTH.includes(schema['x-rule']);
}

function rangeOf(schema: Limits | undefined): string {
  return schema?.maximum === undefined
    ? `at least ${schema?.minimum}`
    : `${schema.minimum ?? 0} to ${schema.maximum}`;
}

function ruleFault(at: string, fault: Fault): FieldFault {
  return {
    pointer: fault.member === undefined ? at : `${at}/${fault.member}`,
    code: fault.code,
    detail: fault.detail,
  };
}

/** Ajv's path as a URI fragment (RFC 6901); null when a name in it must not be echoed. */
function pointerTo(instancePath: string): string | null {
  const names = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.every(repeatable) ? ['#', ...names.map(inFragment)].join('/') : null;
}

/** A name that must not be echoed is left out: the pointer then names its object. */
function unknownPointer(at: string, name: string): string {
  return repeatable(name) ? `${at}/${inFragment(name)}` : at;
}

const inFragment = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
