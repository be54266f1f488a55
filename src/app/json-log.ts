import { type DestinationStream, destination, pino } from 'pino';
import type { Log, LogFields } from '../core/ports.ts';

const FIELDS: ReadonlySet<string> = new Set([
  'component',
  'method',
  'route',
  'status',
  'durationMs',
  'requestId',
  'keyId',
  'tenant',
  'meetingRef',
  'meetingState',
  'participantRef',
  'trackRef',
  'task',
  'attempt',
  'count',
  'pid',
]);

// PostgreSQL and libraries quote values in their messages; a class, a code and our own frames say enough.
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const at = error.stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim()
    .slice(0, 200);
  const cause = error.cause instanceof Error ? error.cause.constructor.name : undefined;
  return { error: error.constructor.name, code, at, cause };
}

function allowed(fields: LogFields): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([name]) => FIELDS.has(name));
  return { ...Object.fromEntries(kept), ...('error' in fields ? errorFields(fields.error) : {}) };
}

/** JSON lines on standard output. A field outside the allow-list never reaches a line. */
export function jsonLog(level: string, stream: DestinationStream = destination({ dest: 1, sync: true })): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    stream,
  );
  return {
    debug: (message, fields = {}) => logger.debug(allowed(fields), message),
    info: (message, fields = {}) => logger.info(allowed(fields), message),
    warn: (message, fields = {}) => logger.warn(allowed(fields), message),
    error: (message, fields = {}) => logger.error(allowed(fields), message),
  };
}
