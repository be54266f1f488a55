import { parseArgs } from 'node:util';
import type { CommandPage, Option } from './command-page.ts';

export type Arguments = {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  positionals: string[];
};

/**
 * Reads what a command's page takes: its options and, listed before them, positional arguments such as `REF`, `[NAME]`
 * (optional) and `FILE...` (one or more). Throws UsageError with `usage`, which names a wrong option but repeats no
 * value.
 */
export function argumentsOf(
  { takes = '', options = {} }: CommandPage,
  args: readonly string[],
  usage: string,
): Arguments {
  const [before = ''] = takes.split(/ ?--/);
  const places = before.split(' ').filter(Boolean);
  const needed = places.filter((place) => !place.startsWith('['));
  const maxCount = places.some((place) => place.endsWith('...')) ? Infinity : places.length;
  const { values, positionals } = parsed(args, options, usage);
  if (positionals.length < needed.length || positionals.length > maxCount)
    throw new UsageError(`${howMany(places)}\n${usage}`);
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  for (const [name, { choices }] of Object.entries(options)) {
    const chosen = text(name);
    if (choices && chosen !== undefined && !choices.includes(chosen))
      throw new UsageError(`--${name} must be one of: ${choices.join(', ')}.\n${usage}`);
  }
  return { text, flag: (name) => values[name] === true, positionals };
}

function parsed(args: readonly string[], options: Readonly<Record<string, Option>>, usage: string) {
  const types: Record<string, { type: 'boolean' | 'string' }> = {};
  for (const [name, { value }] of Object.entries(options))
    types[name] = { type: value === undefined ? 'boolean' : 'string' };
  try {
    return parseArgs({
      args: [...args],
      options: types,
      allowPositionals: true,
    });
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'The options cannot be read.';
    throw new UsageError(`${fault}\n${usage}`);
  }
}

const howMany = (places: readonly string[]): string =>
  places.length === 0
    ? 'This command takes only options.'
    : `Give ${places.join(' and ').replaceAll('...', '')}.`;

/** Wrong usage of the command line. The message says what is right. Exit code 2. */
export class UsageError extends Error {}
