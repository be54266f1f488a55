import type { Settings } from '../config/read-settings.ts';
import { isDiskFull, reasonAndFix } from '../startup-error.ts';

/** What to tell the operator when `parley <command>` failed: the reason, and the fix where we know one. */
export function commandFault(command: string, error: unknown, settings: Settings | null): string {
  if (!(error instanceof Error)) return `\`parley ${command}\` failed.`;
  const fix = fixOf(error);
  return (
    `\`parley ${command}\` failed: ${reasonAndFix(error, settings)}` + (fix ? `\n  ${fix}` : '')
  );
}

function fixOf(fault: NodeJS.ErrnoException): string | null {
  if (isDiskFull(fault)) return 'The disk is full: free some space, or choose another place.';
  const { code, path } = fault;
  if (code === undefined || path === undefined) return null;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return 'Run it as the user that runs Parley, correct the owner or mode of that place, or choose another one.';
  return ['ENOENT', 'ENOTDIR'].includes(code) ? 'Check that the folder exists.' : null;
}
