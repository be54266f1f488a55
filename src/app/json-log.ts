import { type DestinationStream, destination, pino } from 'pino';
import type { Log, LogFields } from '../core/ports.ts';

const FIELDS: ReadonlySet<string> = new Set(
  Object.keys({
    component: true,
    method: true,
    route: true,
    status: true,
    durationMs: true,
    startMs: true,
    endMs: true,
    requestId: true,
    keyId: true,
    tenant: true,
    meetingRef: true,
    meetingState: true,
    participantRef: true,
    trackRef: true,
    task: true,
    attempt: true,
    count: true,
    pid: true,
  } satisfies Record<Exclude<keyof LogFields, 'error'>, true>),
);

// PostgreSQL and libraries quote values in their messages; a class, a code and our own frames say enough.
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const codeOf = (from: object) =>
    'code' in from && typeof from.code === 'string' ? from.code : undefined;
  const at = error.stack
    ?.split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim()
    .slice(0, 200);
  const cause = error.cause instanceof Error ? error.cause : undefined;
  return {
    error: error.constructor.name,
    code: codeOf(error),
    at,
    cause: cause?.constructor.name,
    causeCode: cause && codeOf(cause),
  };
}

function allowed(fields: LogFields): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (FIELDS.has(name)) kept[name] = value;
  return 'error' in fields ? { ...kept, ...errorFields(fields.error) } : kept;
}

const GATHER_BYTES = 4_096;
const GATHER_MS = 50;

// A write a line would be the dearest part of a short request. Lines are gathered for a moment; an
// exit writes the rest at once, so that only a process that is killed loses its last moment. The
// library's own periodic flush wakes an idle process.
export function gatheredOutput(): DestinationStream {
  const output = destination({ dest: 1, sync: false, minLength: GATHER_BYTES });
  let flushing: NodeJS.Timeout | undefined;
  return {
    write: (line) => {
      output.write(line);
      flushing ??= setTimeout(() => {
        flushing = undefined;
        output.flush();
      }, GATHER_MS).unref();
    },
  };
}

/** Which process writes: its roles, and the machine's name. */
export type LogProcess = { role: string; instance: string };

/** JSON lines on standard output. A field outside the allow-list never reaches a line. */
export function jsonLog(
  level: string,
  stream: DestinationStream = gatheredOutput(),
  process: LogProcess | null = null,
): Log {
  const logger = pino(
    {
      level,
      base: process,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  return {
    debug: (message, fields = {}) => logger.debug(allowed(fields), message),
    info: (message, fields = {}) => logger.info(allowed(fields), message),
    warn: (message, fields = {}) => logger.warn(allowed(fields), message),
    error: (message, fields = {}) => logger.error(allowed(fields), message),
  };
}
