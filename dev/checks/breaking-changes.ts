// Refuses a contract that breaks clients of the last released one.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Schema = { [keyword: string]: unknown };
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema; $ref?: string };
type Body = { required?: boolean; content: Record<string, { schema?: Schema }> };
type Response = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema }>;
};
type Operation = {
  operationId?: string;
  'x-scope'?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Response>;
};
export type Contract = {
  paths?: Record<string, Record<string, unknown>>;
  components?: Record<string, Record<string, unknown>>;
};
type Pair = { released: Contract; now: Contract };

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** One line per breach, compared with the newest files in contract/released. */
export function breakingChanges(): string[] {
  const read = (path: string) => parse(readFileSync(path, 'utf8'), { maxAliasCount: -1 });
  const newest = (prefix: string) =>
    `contract/released/${newestOf(readdirSync('contract/released').filter((name) => name.startsWith(prefix)))}`;
  return [
    ...contractBreaches(read(newest('openapi-')), read('contract/openapi.yaml')),
    ...problemBreaches(read(newest('problems-')), read('contract/problems.yaml')),
  ].map((breach) => `breaks clients of the released contract: ${breach}`);
}

/** By version: rc.10 comes after rc.9, and a release after its candidates. */
export function newestOf(names: readonly string[]): string {
  const rank = (name: string) =>
    name
      .replace(/\.yaml$/, '')
      .replace(/(\d)$/, '$1~')
      .replace(/-rc\./, '!')
      .replace(/\d+/g, (n) => n.padStart(6, '0'));
  return names.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).at(-1) ?? '';
}

type Problems = Record<string, { status: number }>;
export function problemBreaches(released: Problems, now: Problems): string[] {
  return Object.entries(released).flatMap(([code, { status }]) => {
    if (!now[code]) return [`the problem ${code} is gone`];
    return now[code].status === status ? [] : [`the problem ${code} has another status`];
  });
}

export function contractBreaches(released: Contract, now: Contract): string[] {
  const both = { released, now };
  return operationsOf(released).flatMap(({ at, path, method, operation }) => {
    const changed = operationsOf(now).find(
      (other) => other.path === path && other.method === method,
    );
    return changed
      ? operationBreaches(both, operation, changed.operation).map((breach) => `${at}: ${breach}`)
      : [`${at}: is gone`];
  });
}

type Found = { at: string; path: string; method: string; operation: Operation };

function operationsOf(contract: Contract): Found[] {
  return Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as Operation;
      const parameters = [
        ...((item['parameters'] as Parameter[] | undefined) ?? []),
        ...(operation.parameters ?? []),
      ];
      return {
        at: `${method.toUpperCase()} ${path}`,
        path,
        method,
        operation: { ...operation, parameters },
      };
    }),
  );
}

function operationBreaches(both: Pair, was: Operation, is: Operation): string[] {
  return [
    ...(was.operationId === is.operationId ? [] : ['another operationId']),
    ...(was['x-scope'] === is['x-scope'] ? [] : ['needs another scope']),
    ...parameterBreaches(both, was.parameters ?? [], is.parameters ?? []),
    ...bodyBreaches(both, was.requestBody, is.requestBody),
    ...responseBreaches(both, was.responses ?? {}, is.responses ?? {}),
  ];
}

function parameterBreaches(both: Pair, was: Parameter[], is: Parameter[]): string[] {
  const [old, fresh] = [
    was.map((one) => resolve<Parameter>(both.released, one)),
    is.map((one) => resolve<Parameter>(both.now, one)),
  ];
  const same = (a: Parameter) => (b: Parameter) => a.name === b.name && a.in === b.in;
  const gone = old
    .filter((one) => !fresh.some(same(one)))
    .map((one) => `the parameter ${one.name} is gone`);
  const changed = fresh.flatMap((one) => {
    const before = old.find(same(one));
    if (one.required && !before?.required) return [`the parameter ${one.name} is required now`];
    return before
      ? inputBreaches(both, before.schema ?? {}, one.schema ?? {}, `parameter ${one.name}`)
      : [];
  });
  return [...gone, ...changed];
}

function bodyBreaches(both: Pair, was: Body | undefined, is: Body | undefined): string[] {
  if (!was) return is?.required ? ['a body is required now'] : [];
  if (!is) return ['the body is gone'];
  const types = Object.entries(was.content).flatMap(([type, { schema = {} }]) => {
    const now = is.content[type];
    return now
      ? inputBreaches(both, schema, now.schema ?? {}, 'body')
      : [`the body may not be ${type} any more`];
  });
  return [...(is.required && !was.required ? ['the body is required now'] : []), ...types];
}

function responseBreaches(
  both: Pair,
  was: Record<string, Response>,
  is: Record<string, Response>,
): string[] {
  const success = (status: string) => /^[23]/.test(status);
  const added = Object.keys(is).filter((status) => success(status) && !(status in was));
  const each = Object.entries(was).flatMap(([status, response]) => {
    const now = is[status];
    if (!now) return success(status) ? [`${status} is gone`] : [];
    return oneResponse(
      both,
      resolve<Response>(both.released, response),
      resolve<Response>(both.now, now),
    ).map((breach) => `${status}: ${breach}`);
  });
  return [...added.map((status) => `${status} is a new success`), ...each];
}

function oneResponse(both: Pair, was: Response, is: Response): string[] {
  const headers = Object.keys(was.headers ?? {}).filter((name) => !(name in (is.headers ?? {})));
  const types = Object.entries(was.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const now = is.content?.[type];
    return now ? outputBreaches(both, schema, now.schema ?? {}, type) : [`${type} is gone`];
  });
  return [...headers.map((name) => `the header ${name} is gone`), ...types];
}

/** What clients may send must not shrink. */
function inputBreaches(both: Pair, was: Schema, is: Schema, at: string): string[] {
  const [old, fresh] = [flat(both.released, was), flat(both.now, is)];
  const breaches = [
    ...lost(typesOf(old), typesOf(fresh)).map((type) => `may not be ${type} any more`),
    ...lost(valuesOf(old), valuesOf(fresh)).map((value) => `may not be ${String(value)} any more`),
    ...(fresh['enum'] && !old['enum'] ? ['has a list of values now'] : []),
    ...['minLength', 'minItems', 'minimum']
      .filter((name) => Number(fresh[name] ?? -Infinity) > Number(old[name] ?? -Infinity))
      .map((name) => `has a greater ${name}`),
    ...['maxLength', 'maxItems', 'maximum']
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
  ].map((breach) => `${at} ${breach}`);
  return [
    ...breaches,
    ...eachMember(old, fresh, at, (a, b, where) => inputBreaches(both, a, b, where)),
  ];
}

/** What clients may receive must not grow, except for unknown members. */
function outputBreaches(both: Pair, was: Schema, is: Schema, at: string): string[] {
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
  ].map((breach) => `${at} ${breach}`);
  return [
    ...breaches,
    ...eachMember(old, fresh, at, (a, b, where) => outputBreaches(both, a, b, where)),
  ];
}

function eachMember(
  old: Schema,
  fresh: Schema,
  at: string,
  compare: (a: Schema, b: Schema, where: string) => string[],
): string[] {
  const now = membersOf(fresh);
  const members = Object.entries(membersOf(old)).flatMap(([name, schema]) =>
    now[name] ? compare(schema, now[name], `${at}.${name}`) : [],
  );
  const items =
    old['items'] && fresh['items']
      ? compare(old['items'] as Schema, fresh['items'] as Schema, `${at}[]`)
      : [];
  return [...members, ...items];
}

/** Without references; something-or-null as one schema. */
function flat(contract: Contract, schema: Schema): Schema {
  const own = resolve<Schema>(contract, schema);
  const choices = own['oneOf'] as Schema[] | undefined;
  if (choices?.length !== 2 || choices[1]?.['type'] !== 'null') return own;
  const something = flat(contract, choices[0] ?? {});
  return { ...something, type: [...typesOf(something), 'null'] };
}

function resolve<T extends object>(contract: Contract, value: T & { $ref?: unknown }): T {
  if (typeof value.$ref !== 'string') return value;
  const [, , section = '', name = ''] = value.$ref.split('/');
  return (contract.components?.[section]?.[name] ?? {}) as T;
}

const typesOf = (schema: Schema): string[] => [schema['type'] ?? []].flat() as string[];
const valuesOf = (schema: Schema): unknown[] => (schema['enum'] as unknown[] | undefined) ?? [];
const requiredOf = (schema: Schema): string[] => (schema['required'] as string[] | undefined) ?? [];
const membersOf = (schema: Schema): Record<string, Schema> =>
  (schema['properties'] as Record<string, Schema> | undefined) ?? {};
/** Those of `these` that `others` lacks; none when `others` is absent. */
function lost<T>(these: readonly T[], others: readonly T[]): T[] {
  return these.filter((one) => !others.includes(one));
}
