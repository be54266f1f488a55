import { runChecks } from '../doctor/run-checks.ts';
import { print } from './print.ts';
import { readArguments } from './operator-pages.ts';

/** `parley doctor`: says what is wrong with this installation and how to fix it. True when nothing is. */
export async function doctorCommand(
  args: string[],
  environment: () => Record<string, string | undefined>,
): Promise<boolean> {
  const given = readArguments('doctor', args);
  const findings = await runChecks(environment, new Date());
  const faults = findings.filter(({ fix }) => fix !== null);
  if (given.flag('json')) print(JSON.stringify(findings));
  else {
    for (const { check, found, fix } of findings)
      print(fix === null ? `✓ ${check}: ${found}` : `✗ ${check}: ${found}\n  fix: ${fix}`);
    print(faults.length === 0 ? '\nNothing is wrong.' : `\n${faults.length} to fix.`);
  }
  return faults.length === 0;
}
