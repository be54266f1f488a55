import { type Arguments, argumentsOf } from './arguments-of.ts';
import { clientUsage, pageOf } from './client-pages.ts';
import { UsageError } from './usage-error.ts';

/** The arguments of a client command. Throws UsageError. */
export const readArguments = (command: string, args: readonly string[]): Arguments =>
  argumentsOf(pageOf(command), args, clientUsage);

/** A positive integer, or undefined when the option is absent. */
export function countOf(given: Arguments, name: string): number | undefined {
  const text = given.text(name);
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} must be a whole number above 0.`);
  return text === undefined ? undefined : Number(text);
}
