import type { Settings } from './config/read-settings.ts';

const SETTING_OF_PORT: Record<string, (settings: Settings) => number> = {
  PARLEY_PORT: (settings) => settings.port,
  PARLEY_OPS_PORT: (settings) => settings.ops.port,
};

/** What to tell the operator when the start failed: the cause in words, and the mend where we know one. */
export function startFault(error: unknown, settings: Settings | null): string {
  if (!(error instanceof Error)) return 'Parley could not start.';
  const fault = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (fault.code === 'EADDRINUSE')
    return `Parley cannot start: port ${fault.port} is taken by another program. Stop that program, or set ${settingFor(fault.port, settings)} to a free port.`;
  if (fault.code === 'EACCES' && fault.syscall === 'listen')
    return `Parley cannot start: this user may not listen on port ${fault.port}. Set ${settingFor(fault.port, settings)} to a port above 1023.`;
  if (fault.code === 'EADDRNOTAVAIL')
    return `Parley cannot start: ${fault.address} is not an address of this machine. Mend PARLEY_HOST or PARLEY_OPS_HOST.`;
  if (fault.code === 'ENOSPC')
    return 'Parley cannot start: the disk that holds the data folder is full. Free some space, or set PARLEY_DATA_DIR to a folder on another disk.';
  if (fault.code === 'EACCES' || fault.code === 'EROFS')
    return `Parley cannot start: ${fault.path ?? 'the data folder'} cannot be written by this user. Mend its owner, or set PARLEY_DATA_DIR to another folder.`;
  const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : '';
  return `Parley cannot go on: ${error.message}${cause}`;
}

function settingFor(port: number | undefined, settings: Settings | null): string {
  if (!settings) return 'PARLEY_PORT';
  return Object.entries(SETTING_OF_PORT).find(([, read]) => read(settings) === port)?.[0] ?? 'PARLEY_PORT';
}
