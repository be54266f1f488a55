import { parseArgs } from 'node:util';
import { clientUsage } from './client-pages.ts';
import { UsageError } from './usage-error.ts';

export type Arguments = {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  refs: string[];
};
type Allowed = { text?: readonly string[]; flags?: readonly string[]; refs: readonly string[] };

/**
 * The allowed options, and exactly the references that `refs` names. Throws UsageError.
 */
export function readArguments(args: string[], allowed: Allowed): Arguments {
  const flags = ['json', ...(allowed.flags ?? [])];
  const options = Object.fromEntries([
    ...(allowed.text ?? []).map((name) => [name, { type: 'string' as const }]),
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  const { values, positionals } = parsed(args, options);
  if (positionals.length !== allowed.refs.length)
    throw new UsageError(
      allowed.refs.length > 0
        ? `Give ${allowed.refs.join(' and ')}.\n${clientUsage}`
        : `This command takes only options.\n${clientUsage}`,
    );
  return {
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    flag: (name) => values[name] === true,
    refs: positionals,
  };
}

function parsed(args: string[], options: Record<string, { type: 'string' } | { type: 'boolean' }>) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : 'Wrong usage'}\n${clientUsage}`,
    );
  }
}

/** A positive integer, or undefined when the option is absent. */
export function countOf(given: Arguments, name: string): number | undefined {
  const text = given.text(name);
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} must be a whole number above 0.`);
  return text === undefined ? undefined : Number(text);
}
