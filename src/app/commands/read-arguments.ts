import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { UsageError } from '../../../clients/cli/usage-error.ts';
import { usageOf } from './operator-pages.ts';

const json = { type: 'boolean', default: false } as const;

/**
 * The options of a command, `--json` among them, and at most `places` further arguments. Throws UsageError, which names
 * a wrong option but no values.
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  options: Options,
  places = 0,
) {
  try {
    const read = parseArgs({
      args: [...args],
      options: { ...options, json },
      allowPositionals: true,
    });
    if (read.positionals.length <= places) return read;
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'The options cannot be read.';
    throw new UsageError(`${fault}\n\n${usageOf(command)}`);
  }
  throw new UsageError(usageOf(command));
}
