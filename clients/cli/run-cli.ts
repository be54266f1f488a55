// `parley meetings|links|transcript|summary|open|profiles`: a client of a running service, over the SDK.
import { createClient, type ParleyClient, ParleyError } from '../sdk-typescript/client.ts';
import { linksCommand } from './links-command.ts';
import { meetingsCommand } from './meetings-command.ts';
import { openCommand } from './open-command.ts';
import { type Env, profileName, readService } from './profiles.ts';
import { profilesCommand } from './profiles-command.ts';
import { type Reporter, summaryCommand, transcriptCommand } from './results-commands.ts';
import { UsageError } from './arguments-of.ts';
import { clientUsage } from './client-pages.ts';

type CliWorld = {
  env: Env;
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether `err` is a terminal, on which progress is shown. */
  isWatched?: boolean;
};
/** A command returns what it prints on standard output, without the final newline; nothing when empty. */
type Command = (client: ParleyClient, args: string[], reporter: Reporter) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  meetings: meetingsCommand,
  links: linksCommand,
  transcript: transcriptCommand,
  summary: summaryCommand,
};

export function isClientCommand(name: string | undefined): boolean {
  return (
    name === 'profiles' || name === 'open' || (name !== undefined && Object.hasOwn(commands, name))
  );
}

/** The exit code: 0 done, 1 refused by the service or unreachable, 2 wrong usage. */
export async function runCli(
  [name = '', ...args]: string[],
  { env, out, err, isWatched }: CliWorld,
): Promise<0 | 1 | 2> {
  try {
    const text = await answer(name, args, {
      env,
      note: (text) => err(`${text}\n`),
      progress: isWatched === true ? (line) => err(`\r\x1b[K${line}`) : null,
    });
    if (text !== '') out(text.endsWith('\n') ? text : `${text}\n`);
    return 0;
  } catch (error) {
    err(`${sayError(error, args.includes('--json'))}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

type World = Reporter & { env: Env };

async function answer(name: string, args: string[], { env, ...reporter }: World): Promise<string> {
  if (name === 'profiles') return profilesCommand(args, env);
  const { profile, rest } = takeProfile(args);
  const service = readService(env, profile);
  const client = createClient(service);
  if (name === 'open') return openCommand(client, rest, { env, baseUrl: service.baseUrl });
  const command = commands[name];
  if (!command) throw new UsageError(`Use one of:\n${clientUsage}`);
  return command(client, rest, reporter);
}

/** `--profile NAME` anywhere. Throws UsageError. */
export function takeProfile(args: readonly string[]): { profile?: string; rest: string[] } {
  const at = args.findIndex((arg) => arg === '--profile' || arg.startsWith('--profile='));
  if (at < 0) return { rest: [...args] };
  const [, joined] = args[at]?.split(/=(.*)/s) ?? [];
  const used = joined === undefined ? 2 : 1;
  const rest = [...args.slice(0, at), ...args.slice(at + used)];
  return { profile: profileName(joined ?? args[at + 1]), rest };
}

function sayError(error: unknown, asJson: boolean): string {
  if (error instanceof ParleyError && asJson && error.problem) return JSON.stringify(error.problem);
  if (error instanceof ParleyError)
    return [`${error.code}: ${error.message}`, ...membersOf(error), ...faultsOf(error)].join('\n');
  // Not a network error: those have a cause, or are a DOMException after a timeout.
  if (error instanceof Error && !error.cause && !(error instanceof DOMException))
    return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (
    `The service cannot be reached (${reasonOf(cause)}). Check that it is running, and ` +
    'its address in PARLEY_URL or in the profile.'
  );
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : '';
  // The answer is not TLS.
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it speaks http, not https';
  // A host with several addresses has an error for each, and no message of its own.
  return cause.message || code;
}

/** The members of the problem that its message refers to. */
function membersOf({ problem }: ParleyError): string[] {
  const names = ['meetingState', 'requiredScope', 'policy'] as const;
  return names.flatMap((name) =>
    problem?.[name] === undefined ? [] : [`  ${name} ${problem[name]}`],
  );
}

function faultsOf({ problem }: ParleyError): string[] {
  return (problem?.errors ?? []).map(
    (fault) => `  ${fault.pointer ?? fault.parameter ?? fault.header ?? ''} ${fault.detail}`,
  );
}
