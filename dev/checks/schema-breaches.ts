// How a schema of the contract may not change.

export type Schema = { [keyword: string]: unknown };
type Paths = Record<string, Record<string, unknown>>;
export type Contract = { paths?: Paths; webhooks?: Paths; components?: Paths };
export type Pair = { released: Contract; now: Contract };

/** What clients may send must not shrink. */
export function inputBreaches(both: Pair, was: Schema, is: Schema, at: string): string[] {
  const [old, fresh] = [flat(both.released, was), flat(both.now, is)];
  const breaches = [
    ...lost(typesOf(old), typesOf(fresh)).map((type) => `may not be ${type} any more`),
    ...lost(valuesOf(old), valuesOf(fresh)).map((value) => `may not be ${String(value)} any more`),
    ...(fresh['enum'] && !old['enum'] ? ['has a list of values now'] : []),
    ...['minLength', 'minItems', 'minimum', 'minProperties']
      .filter((name) => Number(fresh[name] ?? -Infinity) > Number(old[name] ?? -Infinity))
      .map((name) => `has a greater ${name}`),
    ...['maxLength', 'maxItems', 'maximum', 'maxProperties']
      .filter((name) => Number(fresh[name] ?? Infinity) < Number(old[name] ?? Infinity))
      .map((name) => `has a smaller ${name}`),
    ...['pattern', 'format', 'x-rule']
      .filter((name) => fresh[name] !== undefined && fresh[name] !== old[name])
      .map((name) => `has another ${name}`),
    ...(fresh['additionalProperties'] === false && old['additionalProperties'] !== false
      ? ['refuses unknown members now']
      : []),
    ...lost(requiredOf(fresh), requiredOf(old)).map((name) => `needs ${name} now`),
    ...lost(Object.keys(membersOf(old)), Object.keys(membersOf(fresh))).map(
      (name) => `does not take ${name} any more`,
    ),
    ...lost(choicesOf(old), choicesOf(fresh)).map((name) => `may not be ${name} any more`),
  ].map((breach) => `${at} ${breach}`);
  return [
    ...breaches,
    ...eachPart(old, fresh, at, (a, b, where) => inputBreaches(both, a, b, where)),
  ];
}

/** What clients may receive must not grow, except for unknown members. */
export function outputBreaches(both: Pair, was: Schema, is: Schema, at: string): string[] {
  const [old, fresh] = [flat(both.released, was), flat(both.now, is)];
  const breaches = [
    ...lost(typesOf(fresh), typesOf(old)).map((type) => `may be ${type} now`),
    ...(old['enum']
      ? lost(valuesOf(fresh), valuesOf(old)).map((value) => `may be ${String(value)} now`)
      : []),
    ...(old['enum'] && !fresh['enum'] ? ['has no list of values any more'] : []),
    ...(fresh['format'] === old['format'] ? [] : ['has another format']),
    ...lost(requiredOf(old), requiredOf(fresh)).map((name) => `may lack ${name} now`),
    ...lost(Object.keys(membersOf(old)), Object.keys(membersOf(fresh))).map(
      (name) => `has no ${name} any more`,
    ),
    ...lost(choicesOf(fresh), choicesOf(old)).map((name) => `may be ${name} now`),
    ...lost(choicesOf(old), choicesOf(fresh)).map((name) => `is never ${name} any more`),
  ].map((breach) => `${at} ${breach}`);
  return [
    ...breaches,
    ...eachPart(old, fresh, at, (a, b, where) => outputBreaches(both, a, b, where)),
  ];
}

function eachPart(
  old: Schema,
  fresh: Schema,
  at: string,
  compare: (a: Schema, b: Schema, where: string) => string[],
): string[] {
  const now = partsOf(fresh);
  return Object.entries(partsOf(old)).flatMap(([name, schema]) =>
    now[name] ? compare(schema, now[name], `${at}${name}`) : [],
  );
}

/** The schemas of what it contains, by where that is. */
function partsOf(schema: Schema): Record<string, Schema> {
  const parts: [string, unknown][] = [
    ...Object.entries(membersOf(schema)).map(([name, part]): [string, Schema] => [
      `.${name}`,
      part,
    ]),
    ...unionOf(schema).map((choice): [string, Schema] => [` as ${nameOf(choice)}`, choice]),
    ['[]', schema['items']],
    ['.*', schema['additionalProperties']],
    [', its name', schema['propertyNames']],
    [' as JSON', schema['contentSchema']],
  ];
  return Object.fromEntries(parts.filter(isSchema));
}

const isSchema = (part: [string, unknown]): part is [string, Schema] =>
  typeof part[1] === 'object' && part[1] !== null;

/** Without references; something-or-null as one schema. */
function flat(contract: Contract, schema: Schema): Schema {
  const own = resolve<Schema>(contract, schema);
  const choices = own['oneOf'] as Schema[] | undefined;
  if (choices?.length !== 2 || choices[1]?.['type'] !== 'null') return own;
  const something = flat(contract, choices[0] ?? {});
  return { ...something, type: [...typesOf(something), 'null'] };
}

export function resolve<T extends object>(contract: Contract, value: T & { $ref?: unknown }): T {
  if (typeof value.$ref !== 'string') return value;
  const [, , section = '', name = ''] = value.$ref.split('/');
  return (contract.components?.[section]?.[name] ?? {}) as T;
}

const typesOf = (schema: Schema): string[] => [schema['type'] ?? []].flat() as string[];
const valuesOf = (schema: Schema): unknown[] => (schema['enum'] as unknown[] | undefined) ?? [];
const requiredOf = (schema: Schema): string[] => (schema['required'] as string[] | undefined) ?? [];
const membersOf = (schema: Schema): Record<string, Schema> =>
  (schema['properties'] as Record<string, Schema> | undefined) ?? {};
/** Those of `these` that `others` lacks. */
function lost<T>(these: readonly T[], others: readonly T[]): T[] {
  return these.filter((one) => !others.includes(one));
}
const unionOf = (schema: Schema): Schema[] =>
  [schema['oneOf'] ?? schema['anyOf'] ?? []].flat() as Schema[];
const nameOf = (choice: Schema): string =>
  typeof choice['$ref'] === 'string'
    ? (choice['$ref'].split('/').at(-1) ?? '')
    : typesOf(choice).join();
const choicesOf = (schema: Schema): string[] => unionOf(schema).map(nameOf);
