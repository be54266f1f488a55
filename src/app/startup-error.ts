import { LOW_PORTS_FIX } from '../adapters/embedded/free-port.ts';
import { isCertificateRefused } from './open-backends.ts';
import type { Settings } from './config/read-settings.ts';

const SETTING_OF_PORT: Record<string, (settings: Settings) => number> = {
  PARLEY_PORT: (settings) => settings.port,
  PARLEY_OPS_PORT: (settings) => settings.ops.port,
  PARLEY_TLS_PORT: (settings) => settings.tls?.port ?? 0,
};

/** What to tell the operator when startup failed: the cause, and the fix where we know one. */
export function startFault(error: unknown, settings: Settings | null): string {
  if (!(error instanceof Error)) return 'Parley could not start.';
  const fault = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  if (fault.code === 'EADDRINUSE')
    return (
      `Parley cannot start: port ${fault.port} is in use by another program. Stop that ` +
      `program, or set ${settingFor(fault.port, settings)} to a free port.`
    );
  if (fault.code === 'EACCES' && fault.syscall === 'listen')
    return (
      `Parley cannot start: this user may not listen on port ${fault.port}: ${LOW_PORTS_FIX}, or set ` +
      `${settingFor(fault.port, settings)} to a port above 1023.`
    );
  if (fault.code === 'EADDRNOTAVAIL' || fault.syscall === 'getaddrinfo')
    return (
      `Parley cannot start: ${fault.address ?? fault.hostname} is not an address of this ` +
      'machine. Correct PARLEY_HOST or PARLEY_OPS_HOST.'
    );
  if (isDiskFull(fault))
    return (
      'Parley cannot start: the disk that holds the data folder is full. Free some space, ' +
      'or set PARLEY_DATA_DIR to a folder on another disk.'
    );
  if (
    (fault.syscall === 'mkdir' || fault.syscall === 'chmod') &&
    fault.path !== undefined &&
    settings?.dataDir.startsWith(fault.path)
  )
    return (
      `Parley cannot start: ${settings.dataDir} cannot be used as the data folder ` +
      `(${fault.code}). Correct its owner, or set PARLEY_DATA_DIR to another folder.`
    );
  if (fault.code === 'EACCES' && fault.syscall?.startsWith('spawn'))
    return (
      `Parley cannot start: this user may not run ${fault.path}. ` +
      'Run set-up (node setup/run.mjs start) as this user.'
    );
  if (fault.code === 'EACCES' && settings && fault.path?.startsWith(`${settings.dataDir}/`))
    return (
      `Parley cannot start: this user may not use ${fault.path}. Run Parley as the owner of ` +
      `${settings.dataDir}, or make this user the owner of everything in it.`
    );
  if (fault.code === 'EACCES' || fault.code === 'EROFS')
    return (
      `Parley cannot start: ${fault.path ?? 'the data folder'} cannot be written by this ` +
      'user. Correct its owner, or set PARLEY_DATA_DIR to another folder.'
    );
  return `Parley cannot continue: ${reasonAndFix(error, settings)}`;
}

/** The message of an error, or of it and its cause, and the fix where we know one. */
export function reasonAndFix(error: Error, settings: Settings | null): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return `${reason(error)}${fixOf(error, settings)}`;
  return `${error.message}\n  because: ${reason(cause)}${fixOf(cause, settings)}`;
}

/** PostgreSQL, which creates the database, and tar have messages of their own. */
export function isDiskFull({ code, message }: NodeJS.ErrnoException): boolean {
  return code === 'ENOSPC' || /No space left on device|Check free disk space/.test(message);
}

/**
 * SQLSTATEs of a refused user, a wrong password and an unknown database, and codes of a database
 * that is not reached.
 */
const WRONG_DATABASE = [
  '28000',
  '28P01',
  '3D000',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
];

/** An SQLSTATE. */
const NOT_PERMITTED = '42501';

function fixOf(fault: NodeJS.ErrnoException, settings: Settings | null): string {
  if (isCertificateRefused(fault))
    return (
      '\n  The certificate of the database is not trusted. Name the authority that signed it in DATABASE_URL ' +
      '(?sslmode=verify-full&sslrootcert=FILE), or encrypt without checking it (?sslmode=require).'
    );
  const { code } = fault;
  const isOurOwn = settings !== null && settings.databaseUrl === null;
  if (isOurOwn || !code) return '';
  if (code === NOT_PERMITTED) return '\n  Make the user in DATABASE_URL the owner of the database.';
  return WRONG_DATABASE.includes(code)
    ? '\n  Check DATABASE_URL, and that the database is running.'
    : '';
}

// When none of a name's several addresses answers, the error has a list of causes but no message.
function reason(cause: NodeJS.ErrnoException): string {
  return cause.message || (cause.code ?? cause.name);
}

function settingFor(port: number | undefined, settings: Settings | null): string {
  if (!settings) return 'PARLEY_PORT';
  return (
    Object.entries(SETTING_OF_PORT).find(([, read]) => read(settings) === port)?.[0] ??
    'PARLEY_PORT'
  );
}
