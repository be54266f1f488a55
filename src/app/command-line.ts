// `parley ...`: what an operator does on the machine, and a client of a running service. Exit codes:
// 0 done, 1 refused or failed, 2 wrong use.
import { isClientCommand, runCli } from '../../clients/cli/run-cli.ts';
import { clientPages, profilePages } from '../../clients/cli/client-pages.ts';
import { helpFor } from '../../clients/cli/command-page.ts';
import { completion, completionPage } from '../../clients/cli/completion.ts';
import { environment, readSettings, type Settings, SettingsFault } from './config/read-settings.ts';
import { operatorPages } from './commands/operator-pages.ts';
import { print, watchOutput } from './commands/print.ts';
import { version } from './version.ts';
import { UsageError } from '../../clients/cli/arguments-of.ts';

const pages = [...clientPages, ...profilePages, ...operatorPages, completionPage];

/** False when there is something to fix. */
type Outcome = Promise<boolean | void>;

/** Each is loaded when it is called: their libraries take a while to load. */
const commands: Readonly<
  Record<string, () => Promise<(args: string[], settings: Settings) => Outcome>>
> = {
  keys: async () => (await import('./commands/keys-command.ts')).keysCommand,
  summarize: async () => (await import('./commands/summarize-command.ts')).summarizeCommand,
  transcribe: async () => (await import('./commands/transcribe-command.ts')).transcribeCommand,
  models: async () => (await import('./commands/models-command.ts')).modelsCommand,
  audit: async () => (await import('./commands/audit-command.ts')).auditCommand,
  backup: async () => (await import('./commands/backup-command.ts')).backupCommand,
  restore: async () => (await import('./commands/backup-command.ts')).restoreCommand,
  'upgrade-database': async () => (await import('./commands/upgrade-command.ts')).upgradeCommand,
};

let settings: Settings | null = null;

async function run([name, ...args]: string[]): Outcome {
  switch (name) {
    case 'doctor':
      return (await import('./commands/doctor-command.ts')).doctorCommand(args, environment);
    case 'mcp':
      return (await import('./commands/mcp-command.ts')).mcpCommand(args, environment());
    case 'completion':
      return print(completion(pages, args));
    case undefined:
    case 'help':
      return print(helpFor(pages, args));
    case '--version':
      return print(version);
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(`There is no command of that name.\n\n${helpFor(pages, [])}`);
  settings = readSettings(environment());
  return (await load())(args, settings);
}

const args = process.argv.slice(2);
// Also after a command.
const asksForHelp = args.includes('--help') || args.includes('-h');
const allPrinted = watchOutput();
try {
  if (isClientCommand(args[0]) && !asksForHelp) {
    const out = (text: string) => void process.stdout.write(text);
    const err = (text: string) => void process.stderr.write(text);
    const env = environment();
    const code = await runCli(args, { env, out, err, isWatched: process.stderr.isTTY });
    await allPrinted();
    process.exit(code);
  }
  const outcome = await run(asksForHelp ? ['help', ...args] : args);
  await allPrinted();
  process.exit(outcome === false ? 1 : 0);
} catch (error) {
  const wrongUse = error instanceof UsageError || error instanceof SettingsFault;
  process.stderr.write(`${wrongUse ? error.message : await messageOf(error)}\n`);
  await allPrinted().catch(() => {});
  process.exit(wrongUse ? 2 : 1);
}

/** Imported only on an error: with its database errors, the module takes half of the startup time. */
async function messageOf(error: unknown): Promise<string> {
  const { commandFault } = await import('./commands/command-fault.ts');
  return commandFault(args[0] ?? 'help', error, settings);
}
