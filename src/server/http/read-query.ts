import { type FieldFault, Problem } from '../../core/problem.ts';
import type { QueryParameter } from '../binding/contract-document.ts';
import { faultsBy, isRuleName } from '../binding/contract-rules.ts';

/**
 * Decoded values by name. Integers are digits only; the values of an array, always of an enum, are joined by commas; a
 * member of an object has its name in brackets.
 */
export type Query = Readonly<Record<string, string | undefined>>;

type Pair = { name: string; value: string };

/**
 * The parameters of the query, which the contract names. Problems: malformed_request for bad percent-encoding,
 * unknown_parameter, invalid_parameter for a value that the schema refuses and for a parameter that comes twice.
 */
export function readQuery(rawUrl: string, parameters: readonly QueryParameter[], now: Date): Query {
  const start = rawUrl.indexOf('?');
  if (start < 0) return {};
  const pairs = rawUrl
    .slice(start + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map(readPair);
  refuseUnknown(pairs, parameters);
  const faults = parameters.flatMap(({ name, schema }) => faultsIn(name, schema, pairs, now));
  if (faults.length > 0) throw new Problem('invalid_parameter', { errors: faults });
  const values = Map.groupBy(pairs, ({ name }) => name);
  return Object.fromEntries(
    [...values].map(([name, given]) => [name, given.map(({ value }) => value).join(',')]),
  );
}

/** Forms encode a space as `+`. Only members of objects hold spaces; in a date-time, `+` begins the offset. */
function readPair(pair: string): Pair {
  const [encodedName = '', encodedValue = ''] = pair.split(/=(.*)/s);
  try {
    const name = decodeURIComponent(encodedName);
    const value = name.includes('[') ? encodedValue.replaceAll('+', ' ') : encodedValue;
    return { name, value: decodeURIComponent(value) };
  } catch {
    throw new Problem('malformed_request');
  }
}

function refuseUnknown(pairs: readonly Pair[], parameters: readonly QueryParameter[]): void {
  const names = [...new Set(pairs.map(({ name }) => name))];
  const unknown = names.filter((name) => !parameters.some((parameter) => isOf(parameter, name)));
  if (unknown.length === 0) return;
  const errors = unknown.map((name): FieldFault => ({
    ...(repeatable(name) && { parameter: name }),
    code: 'unknown_parameter',
    detail: 'The operation has no such parameter.',
  }));
  throw new Problem('unknown_parameter', { errors: errors.slice(0, 100) });
}

function faultsIn(
  name: string,
  schema: QueryParameter['schema'],
  pairs: readonly Pair[],
  now: Date,
): FieldFault[] {
  if (schema.type === 'object') return membersFaults(name, schema, pairs, now);
  const values = pairs.filter((pair) => pair.name === name).map(({ value }) => value);
  if (schema.type === 'array')
    return values
      .flatMap((value) => valueFaults(value, schema.items ?? {}, now))
      .map((fault) => ({ parameter: name, ...fault }));
  if (values.length > 1)
    return [{ parameter: name, code: 'repeated', detail: 'May be given once only.' }];
  return values
    .flatMap((value) => valueFaults(value, schema, now))
    .map((fault) => ({ parameter: name, ...fault }));
}

/** Whether `name` is the parameter, or a member of it: `metadata[crm_id]`. */
function isOf({ name, schema }: QueryParameter, given: string): boolean {
  return schema.type === 'object' ? memberOf(name, given) !== null : given === name;
}

function memberOf(name: string, given: string): string | null {
  const member = /^([^[]+)\[([\w.-]{1,40})\]$/.exec(given);
  return member?.[1] === name ? (member[2] ?? null) : null;
}

/** The members of an object parameter, by name. */
export function queryMembers(query: Query, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([given, value]) => {
      const member = memberOf(name, given);
      return member === null || value === undefined ? [] : [[member, value]];
    }),
  );
}

function membersFaults(
  name: string,
  schema: QueryParameter['schema'],
  pairs: readonly Pair[],
  now: Date,
): FieldFault[] {
  const members = pairs.filter((pair) => memberOf(name, pair.name) !== null);
  const names = new Set(members.map((pair) => pair.name));
  const limit = Number(schema['maxProperties'] ?? Infinity);
  if (names.size > limit)
    return [{ parameter: name, code: 'value', detail: `May hold ${limit} keys at most.` }];
  const values = schema['additionalProperties'] as QueryParameter['schema'];
  return [...names].flatMap((member) => faultsIn(member, values, members, now));
}

function valueFaults(value: string, schema: QueryParameter['schema'], now: Date): FieldFault[] {
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value))
    return [{ code: 'value', detail: `Must be one of: ${schema['enum'].join(', ')}.` }];
  if (schema.type === 'boolean' && value !== 'true' && value !== 'false')
    return [{ code: 'type', detail: 'Must be true or false.' }];
  if (schema.type === 'integer') return integerFaults(value, Number(schema['minimum'] ?? 0));
  if (value.length > Number(schema['maxLength'] ?? Infinity) || value.includes('\0'))
    return [{ code: 'value', detail: 'Is not a value that the service gave out or takes.' }];
  const rule = schema['x-rule'];
  return isRuleName(rule)
    ? faultsBy(rule, value, now).map(({ code, detail }) => ({ code, detail }))
    : [];
}

function integerFaults(value: string, minimum: number): FieldFault[] {
  if (!/^-?\d+$/.test(value)) return [{ code: 'type', detail: 'Must be a whole number.' }];
  return Number(value) < minimum ? [{ code: 'range', detail: `Must be at least ${minimum}.` }] : [];
}

/** Whether a name that the caller chose may be echoed: short, so that it cannot be a key or a secret. */
export function repeatable(name: string): boolean {
  return /^[\w.$@~/ [\]-]{1,40}$/.test(name);
}
