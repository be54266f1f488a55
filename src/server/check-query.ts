import { Problem } from '../core/problem.ts';
import { repeatable } from './repeatable.ts';

/** Problems: malformed_request for bad percent-encoding, unknown_parameter for a name that is not in `known`. */
export function checkQuery(rawUrl: string, known: readonly string[]): void {
  const start = rawUrl.indexOf('?');
  if (start < 0) return;
  const names = rawUrl
    .slice(start + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map(nameOf);
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const errors = unknown.map((name) => ({
    ...(repeatable(name) && { parameter: name }),
    code: 'unknown_parameter',
    detail: 'The operation has no such parameter.',
  }));
  throw new Problem('unknown_parameter', { errors: errors.slice(0, 100) });
}

function nameOf(pair: string): string {
  try {
    decodeURIComponent(pair.replaceAll('+', ' '));
    return decodeURIComponent((pair.split('=')[0] ?? '').replaceAll('+', ' '));
  } catch {
    throw new Problem('malformed_request');
  }
}
