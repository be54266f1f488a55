// `parley meetings|links|transcript|summary`: a client of a running service, over the SDK.
import { createClient, type ParleyClient, ParleyError } from '../sdk-typescript/client.ts';
import { linksCommand } from './links-command.ts';
import { meetingsCommand } from './meetings-command.ts';
import { summaryCommand, transcriptCommand } from './results-commands.ts';
import { UsageError } from './usage-error.ts';
import { clientUsage } from './usage.ts';

export type CliWorld = {
  env: Readonly<Record<string, string | undefined>>;
  out: (text: string) => void;
  err: (text: string) => void;
};
/** A command: what it prints on standard output, ending without a newline; nothing when empty. */
export type Command = (
  client: ParleyClient,
  args: string[],
  note: (text: string) => void,
) => Promise<string>;

const commands: Record<string, Command> = {
  meetings: meetingsCommand,
  links: linksCommand,
  transcript: transcriptCommand,
  summary: summaryCommand,
};

export function isClientCommand(name: string | undefined): boolean {
  return name !== undefined && Object.hasOwn(commands, name);
}

/** The exit code: 0 done, 1 refused by the service or not reached, 2 wrong use. */
export async function runCli(
  [name = '', ...args]: string[],
  { env, out, err }: CliWorld,
): Promise<0 | 1 | 2> {
  try {
    const command = commands[name];
    if (!command) throw new UsageError(`Use one of:\n${clientUsage}`);
    const text = await command(clientFor(env), args, (note) => err(`${note}\n`));
    if (text !== '') out(text.endsWith('\n') ? text : `${text}\n`);
    return 0;
  } catch (error) {
    err(`${sayError(error, args.includes('--json'))}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function clientFor(env: CliWorld['env']): ParleyClient {
  const baseUrl = env['PARLEY_URL']?.trim() || 'http://localhost:8080';
  const apiKey = env['PARLEY_API_KEY']?.trim();
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new UsageError('PARLEY_URL must be a URL, such as https://meet.example.org.');
  if (!apiKey)
    throw new UsageError(
      'Set PARLEY_API_KEY to an API key of the service. `parley keys create` makes one; ' +
        'the first is in <data folder>/api-key.',
    );
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new UsageError('PARLEY_API_KEY holds a character that no key has. Copy it anew.');
  return createClient({ baseUrl, apiKey });
}

function sayError(error: unknown, asJson: boolean): string {
  if (error instanceof ParleyError && asJson && error.problem) return JSON.stringify(error.problem);
  if (error instanceof ParleyError)
    return [`${error.code}: ${error.message}`, ...membersOf(error), ...faultsOf(error)].join('\n');
  if (error instanceof UsageError) return error.message;
  return 'The service cannot be reached. Compare PARLEY_URL with its address, and see whether it runs.';
}

/** What the sentence of the problem points to. */
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
