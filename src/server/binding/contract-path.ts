import type { FastifyRequest } from 'fastify';

/** `/a/{b}` as Fastify writes it: `/a/:b`. */
export function toFastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** `/a/{b}` with its parameters, decoded. */
export function pathWith(path: string, param: (name: string) => string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => param(name));
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
