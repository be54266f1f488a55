// Refuses a contract that breaks clients of the last released one.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  type Contract,
  inputBreaches,
  outputBreaches,
  type Pair,
  resolve,
  type Schema,
} from './schema-breaches.ts';

type Parameter = { name: string; in: string; required?: boolean; schema?: Schema; $ref?: string };
type Content = Record<string, { schema?: Schema }>;
type Body = { required?: boolean; content: Content };
type Response = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Content;
};
type Operation = {
  operationId?: string;
  'x-scope'?: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Response>;
};
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
  return [
    ...pathBreaches(both, released.paths, now.paths, operationBreaches),
    ...pathBreaches(both, released.webhooks, now.webhooks, webhookBreaches),
  ];
}

function pathBreaches(
  both: Pair,
  was: Contract['paths'],
  is: Contract['paths'],
  compare: (both: Pair, was: Operation, is: Operation) => string[],
): string[] {
  const today = operationsOf(is);
  return operationsOf(was).flatMap(({ at, path, method, operation }) => {
    const changed = today.find((other) => other.path === path && other.method === method);
    return changed
      ? compare(both, operation, changed.operation).map((breach) => `${at}: ${breach}`)
      : [`${at}: is gone`];
  });
}

/** What the service sends, clients receive. */
function webhookBreaches(both: Pair, was: Operation, is: Operation): string[] {
  return contentBreaches(both, was.requestBody?.content, is.requestBody?.content);
}

type Found = { at: string; path: string; method: string; operation: Operation };

function operationsOf(paths: Contract['paths'] = {}): Found[] {
  return Object.entries(paths).flatMap(([path, item]) =>
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
  return [
    ...headers.map((name) => `the header ${name} is gone`),
    ...contentBreaches(both, was.content, is.content),
  ];
}

function contentBreaches(both: Pair, was: Content = {}, is: Content = {}): string[] {
  return Object.entries(was).flatMap(([type, { schema = {} }]) => {
    const now = is[type];
    return now ? outputBreaches(both, schema, now.schema ?? {}, type) : [`${type} is gone`];
  });
}
