import { type Arguments, argumentsOf } from '../../../clients/cli/arguments-of.ts';
import { operatorPages, usageOf } from './operator-pages.ts';

/** The arguments of an operator command. Throws UsageError. */
export function readArguments(command: string, args: readonly string[]): Arguments {
  const page = operatorPages.find(({ name }) => name === command);
  if (!page) throw new Error(`no page for ${command}`);
  return argumentsOf(page, args, usageOf(command.split(' ')[0] ?? ''));
}
