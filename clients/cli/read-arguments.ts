import { parseArgs } from 'node:util';
import { clientUsage, pageOf } from './client-pages.ts';
import { UsageError } from './usage-error.ts';

export type Arguments = {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  refs: string[];
};

/**
 * The options of the command's page, and exactly the references that it takes, which precede its options there.
 * Throws UsageError.
 */
export function readArguments(command: string, args: string[]): Arguments {
  const { takes = '', options = {} } = pageOf(command);
  const [places = ''] = takes.split(/ ?--/);
  const refs = places.split(' ').filter(Boolean);
  const types = Object.entries(options).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ]);
  const { values, positionals } = parsed(args, Object.fromEntries(types));
  if (positionals.length !== refs.length)
    throw new UsageError(
      refs.length > 0
        ? `Give ${refs.join(' and ')}.\n${clientUsage}`
        : `This command takes only options.\n${clientUsage}`,
    );
  return {
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    flag: (name) => values[name] === true,
    refs: positionals,
  };
}

function parsed(args: string[], options: Record<string, { type: 'string' | 'boolean' }>) {
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
