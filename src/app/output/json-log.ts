import type { Log, LogFields } from '../../core/ports.ts';
import type { LineStream } from './gathered-output.ts';

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

// PostgreSQL and libraries quote values in their messages, so only class, code and one stack frame are logged.
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const codeOf = (from: object) =>
    'code' in from && typeof from.code === 'string' ? from.code : undefined;
  // A line of the message may look like a frame.
  const at = error.stack
    ?.replace(error.message, '')
    .split('\n')
    .find((line) => line.trim().startsWith('at '))
    ?.trim()
    .slice(0, 200);
  const cause = innermostCause(error);
  return {
    error: error.constructor.name,
    code: codeOf(error),
    at,
    cause: cause?.constructor.name,
    causeCode: cause && codeOf(cause),
  };
}

/** Node's `fetch` fails with an error that has no code, whose cause has one. */
function innermostCause({ cause }: Error): Error | undefined {
  return cause instanceof Error ? (innermostCause(cause) ?? cause) : undefined;
}

/** Members of JSON, each after a comma; of `names` only. */
function membersOf(fields: object, names?: ReadonlySet<string>): string {
  let text = '';
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && (names === undefined || names.has(name)))
      text += `,"${name}":${JSON.stringify(value)}`;
  return text;
}

const LEVELS = ['debug', 'info', 'warn', 'error'];

/** Which process writes: its roles, and the machine's name. */
type LogProcess = { role: string; instance: string };

/**
 * JSON lines, by default on standard error: standard output holds the result of a command. A field outside the
 * allow-list never reaches a line.
 */
export function jsonLog(
  level: string,
  stream: LineStream = process.stderr,
  writer: LogProcess | null = null,
): Log {
  const base = writer ? membersOf(writer) : '';
  const lineWriter = (at: keyof Log): Log[keyof Log] => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return () => {};
    return (message, fields = {}) => {
      const error = 'error' in fields ? membersOf(errorFields(fields.error)) : '';
      const told = base + membersOf(fields, FIELDS) + error;
      const time = new Date().toISOString();
      stream.write(`{"level":"${at}","time":"${time}"${told},"msg":${JSON.stringify(message)}}\n`);
    };
  };
  return {
    debug: lineWriter('debug'),
    info: lineWriter('info'),
    warn: lineWriter('warn'),
    error: lineWriter('error'),
  };
}
