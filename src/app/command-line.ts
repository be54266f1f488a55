// `parley ...`: what an operator does on the machine. Exit codes: 0 done, 1 refused, 2 wrong use.
import { isClientCommand, runCli } from '../../clients/cli/run-cli.ts';
import { clientUsage } from '../../clients/cli/usage.ts';
import { environment, readSettings, SettingsFault } from './config/read-settings.ts';
import { keysCommand, keysUsage } from './commands/keys-command.ts';
import { startFault } from './startup-error.ts';
import { summarizeCommand, summarizeUsage } from './commands/summarize-command.ts';
import { transcribeCommand, transcribeUsage } from './commands/transcribe-command.ts';
import { version } from './version.ts';
import { UsageError } from '../../clients/cli/usage-error.ts';

const usage = `Usage: parley COMMAND

${keysUsage}
${clientUsage}
${summarizeUsage}
${transcribeUsage}`;

async function run([command, ...args]: string[]): Promise<void> {
  switch (command) {
    case 'keys':
      return keysCommand(args, readSettings(environment()));
    case 'summarize':
      return summarizeCommand(args, readSettings(environment()));
    case 'transcribe':
      return transcribeCommand(args, readSettings(environment()));
    case undefined:
    case 'help':
      return print(usage);
    case '--version':
      return print(version);
    default:
      throw new UsageError(`There is no command of that name.\n\n${usage}`);
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

const args = process.argv.slice(2);
// Also after a command.
const asksForHelp = args.includes('--help') || args.includes('-h');
if (isClientCommand(args[0]) && !asksForHelp) {
  const out = (text: string) => void process.stdout.write(text);
  const err = (text: string) => void process.stderr.write(text);
  process.exit(await runCli(args, { env: environment(), out, err }));
}
try {
  await run(asksForHelp ? ['help'] : args);
  process.exit(0);
} catch (error) {
  const wrongUse = error instanceof UsageError || error instanceof SettingsFault;
  process.stderr.write(`${wrongUse ? error.message : startFault(error, null)}\n`);
  process.exit(wrongUse ? 2 : 1);
}
