import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../core/problem.ts';

// CONNECT never becomes a request in Node.
const ALL = METHODS.filter((method) => method !== 'CONNECT');

/**
 * Makes routes accept every HTTP method; without this some would be answered with 404. Fastify parses no body: routes
 * read bodies themselves, after the checks that come first.
 */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of ALL) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
}

/**
 * OPTIONS answers 204 with Allow; each method besides `taken` answers 405 with Allow, after `admit`
 * let the caller in.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  taken: readonly string[],
  admit?: (request: FastifyRequest) => Promise<unknown>,
): void {
  const heads = taken.includes('GET') ? ['HEAD'] : [];
  const allow = [
    ...taken.filter((method) => method === 'GET'),
    ...heads,
    ...taken.filter((method) => method !== 'GET'),
    'OPTIONS',
  ].join(', ');
  app.options(url, (request, reply) =>
    lacksParam(request) ? reply.callNotFound() : reply.code(204).header('allow', allow).send(),
  );
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    await admit?.(request);
    throw new Problem('method_not_allowed', { headers: { allow } });
  };
  const refused = ALL.filter(
    (method) => !taken.includes(method) && !heads.includes(method) && method !== 'OPTIONS',
  );
  app.route({ method: refused, url, onRequest, handler: onRequest });
}

/** `/a/{b}` as Fastify writes it: `/a/:b`. */
export function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** `/a/{b}` with its parameters, decoded. */
export function pathWith(path: string, param: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => param(name));
}

/** Fastify allows empty parameters, but `/v1/meetings/` is not a path of the API. */
export function lacksParam({ params }: FastifyRequest): boolean {
  return Object.values((params ?? {}) as Record<string, string>).includes('');
}

/** Reads decoded path parameters of the request. */
export function paramOf({ params }: FastifyRequest): (name: string) => string {
  return (name) => {
    const value: unknown = (params as Record<string, unknown>)[name];
    if (typeof value !== 'string') throw new Error(`The path has no parameter ${name}`);
    // The database rejects NUL, and no reference contains one: it must count as unknown, not as a failure.
    return value.replaceAll('\0', '\uFFFD');
  };
}
