import { parseArgs } from 'node:util';
import { UsageError } from '../../../clients/cli/usage-error.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { usageOf } from './operator-pages.ts';
import { print } from './print.ts';

/** `parley doctor`: says what is wrong with this installation and how to fix it. True when nothing is. */
export async function doctorCommand(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<boolean> {
  const asJson = readWish(args);
  const findings = await runChecks(env, new Date());
  const faults = findings.filter(({ fix }) => fix !== null);
  if (asJson) print(JSON.stringify(findings));
  else {
    for (const { check, found, fix } of findings)
      print(fix === null ? `✓ ${check}: ${found}` : `✗ ${check}: ${found}\n  fix: ${fix}`);
    print(faults.length === 0 ? '\nNothing is wrong.' : `\n${faults.length} to fix.`);
  }
  return faults.length === 0;
}

function readWish(args: string[]): boolean {
  try {
    const options = { json: { type: 'boolean', default: false } } as const;
    return parseArgs({ args, options }).values.json;
  } catch {
    throw new UsageError(usageOf('doctor'));
  }
}
