// `parley ...`: what an operator does on the machine, and a client of a running service. Exit codes:
// 0 done, 1 refused or failed, 2 wrong use.
import { isClientCommand, runCli } from '../../clients/cli/run-cli.ts';
import { clientPages } from '../../clients/cli/client-pages.ts';
import { helpFor } from '../../clients/cli/command-page.ts';
import { completion, completionPage } from '../../clients/cli/completion.ts';
import { profilePages } from '../../clients/cli/profiles-command.ts';
import { environment, readSettings, SettingsFault } from './config/read-settings.ts';
import { keysCommand } from './commands/keys-command.ts';
import { operatorPages } from './commands/operator-pages.ts';
import { startFault } from './startup-error.ts';
import { print } from './commands/print.ts';
import { summarizeCommand } from './commands/summarize-command.ts';
import { transcribeCommand } from './commands/transcribe-command.ts';
import { version } from './version.ts';
import { UsageError } from '../../clients/cli/usage-error.ts';

const pages = [...clientPages, ...profilePages, ...operatorPages, completionPage];

/** False when there is something to fix. */
async function run([command, ...args]: string[]): Promise<boolean | void> {
  switch (command) {
    case 'keys':
      return keysCommand(args, readSettings(environment()));
    case 'summarize':
      return summarizeCommand(args, readSettings(environment()));
    case 'transcribe':
      return transcribeCommand(args, readSettings(environment()));
    case 'models':
      return (await import('./commands/models-command.ts')).modelsCommand(
        args,
        readSettings(environment()),
      );
    case 'audit':
      return (await import('./commands/audit-command.ts')).auditCommand(
        args,
        readSettings(environment()),
      );
    case 'backup':
    case 'restore': {
      const { backupCommand, restoreCommand } = await import('./commands/backup-command.ts');
      const act = command === 'backup' ? backupCommand : restoreCommand;
      return act(args, readSettings(environment()));
    }
    case 'upgrade-database':
      return (await import('./commands/upgrade-command.ts')).upgradeCommand(
        args,
        readSettings(environment()),
      );
    case 'doctor': {
      const { doctorCommand } = await import('./commands/doctor-command.ts');
      return doctorCommand(args, environment());
    }
    case 'mcp':
      // Its libraries take a while to load.
      return (await import('./commands/mcp-command.ts')).mcpCommand(args, environment());
    case 'completion':
      return print(completion(pages, args));
    case undefined:
    case 'help':
      return print(helpFor(pages, args));
    case '--version':
      return print(version);
    default:
      throw new UsageError(`There is no command of that name.\n\n${helpFor(pages, [])}`);
  }
}

const args = process.argv.slice(2);
// Also after a command.
const asksForHelp = args.includes('--help') || args.includes('-h');
if (isClientCommand(args[0]) && !asksForHelp) {
  const out = (text: string) => void process.stdout.write(text);
  const err = (text: string) => void process.stderr.write(text);
  process.exit(
    await runCli(args, { env: environment(), out, err, isWatched: process.stderr.isTTY }),
  );
}
try {
  const outcome = await run(asksForHelp ? ['help', ...args] : args);
  process.exit(outcome === false ? 1 : 0);
} catch (error) {
  const wrongUse = error instanceof UsageError || error instanceof SettingsFault;
  process.stderr.write(`${wrongUse ? error.message : startFault(error, null)}\n`);
  process.exit(wrongUse ? 2 : 1);
}
