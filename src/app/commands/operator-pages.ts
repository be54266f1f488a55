import { SCOPES } from '../../../contract/generated/lists.ts';
import { asJson, type CommandPage, commandList } from '../../../clients/cli/command-page.ts';
import { type Arguments, argumentsOf } from '../../../clients/cli/arguments-of.ts';

/** The commands for the machine that Parley runs on. */
export const operatorPages: readonly CommandPage[] = [
  {
    name: 'keys create',
    takes: '--name NAME --scopes A,B',
    about: 'creates an API key and prints it once',
    options: {
      name: { value: 'NAME', about: 'says who holds it' },
      scopes: { value: 'A,B', about: 'what it may do, separated by commas' },
      tenant: { value: 'T', about: 'whose meetings it sees; default unless given' },
      live: {
        about: 'starts the key with mapi_live_ to tell it apart; it works like any other',
      },
      'expires-in': { value: '90d', about: 'a number with m, h or d; never unless given' },
      ...asJson,
    },
    notes: [
      `Scopes: ${SCOPES.slice(0, 5).join(', ')},`,
      `${SCOPES.slice(5, 10).join(', ')},`,
      `${SCOPES.slice(10).join(', ')}.`,
    ],
  },
  { name: 'keys list', about: 'lists API keys, without the keys themselves', options: asJson },
  {
    name: 'keys revoke',
    takes: 'KEYID',
    about: 'revokes an API key',
    options: asJson,
    notes: ['KEYID is in the first column of `parley keys list`.'],
  },
  {
    name: 'backup',
    takes: 'FILE',
    about: 'writes the data folder and its embedded database to a file',
    options: asJson,
    notes: [
      'Works beside the running service. Contains what was committed before the backup ended.',
    ],
  },
  {
    name: 'restore',
    takes: 'FILE',
    about: 'fills a new or empty data folder from a backup',
    options: asJson,
    notes: [
      'Into PARLEY_DATA_DIR, which must be empty or missing. Start Parley afterwards.',
      'If a restore is interrupted, run it again; it says if the folder must be emptied first.',
    ],
  },
  {
    name: 'upgrade-database',
    about: "upgrades the embedded database to this release's PostgreSQL",
    options: {
      'old-programs': {
        value: 'FOLDER',
        about: 'has bin/postgres of the old version; fetched by npm unless given',
      },
      ...asJson,
    },
    notes: [
      'Stop the service first. Copies every row into a new database and compares both; the old one',
      'is kept beside it. Needs as much free disk space as the database takes.',
    ],
  },
  {
    name: 'doctor',
    about: 'says what is wrong with this installation and how to fix it',
    options: asJson,
    notes: [
      'Checks settings, name, ports, certificate, TURN, database, LiveKit, clocks, models and disk,',
      'beside a running service or before it starts. Exit code 1 when there is something to fix.',
    ],
  },
  {
    name: 'audit list',
    about: 'lists what API keys and meeting hosts did, newest first',
    options: {
      tenant: { value: 'T', about: 'only this tenant' },
      key: { value: 'KEYID', about: 'only this key' },
      limit: { value: 'N', about: 'at most this many; 100 unless given' },
      ...asJson,
    },
  },
  {
    name: 'audit verify',
    about: 'checks whether entries of that log were changed or removed',
    options: asJson,
    notes: [
      'Exit code 1 when any was. Keep the hash that it prints elsewhere, to show later that the',
      'newest entries were not cut off.',
    ],
  },
  {
    name: 'summarize',
    takes: '[FILE.json]',
    about: 'reads a transcript and prints its summary, as JSON',
    options: asJson,
    notes: [
      'Reads the file, or standard input without one. title, startedAt and timezone may be given beside',
      'the transcript: without startedAt no due date is resolved. Needs no running service.',
    ],
  },
  {
    name: 'transcribe',
    takes: 'FILE.wav...',
    about: 'transcribes audio files',
    options: {
      format: {
        value: 'F',
        choices: ['json', 'vtt', 'srt', 'text'],
        about: 'json unless given; one of',
      },
      language: { value: 'CODE', about: 'a BCP 47 tag, such as de; detected unless given' },
      ...asJson,
    },
    notes: [
      'Each file is one speaker, named after the file, and all start together; any sample rate and',
      'number of channels. Exit code 1 also when speech is missing. Needs no running service.',
    ],
  },
  {
    name: 'models list',
    about: 'lists speech models of other publishers, and which of them are installed',
    options: asJson,
  },
  {
    name: 'models get',
    takes: 'NAME',
    about: 'fetches one from its publisher and checks its size and sha256',
    options: {
      to: { value: 'FOLDER', about: 'puts it below this folder' },
      from: { value: 'URL', about: 'fetches the same files from a mirror' },
      ...asJson,
    },
    notes: ['An interrupted download resumes when the command is run again.'],
  },
  {
    name: 'models use',
    takes: '[NAME]',
    about: 'prints the setting that makes meetings use a model',
    options: {
      folder: { value: 'PATH', about: 'a model of your own, in place of NAME' },
      language: { value: 'CODE', about: 'only for meetings in this language, such as de' },
      ...asJson,
    },
  },
  {
    name: 'mcp',
    about: 'tools for language models on standard input and output',
    options: { profile: { value: 'NAME', about: 'the profile whose service and key to use' } },
    notes: [
      'The Model Context Protocol, with PARLEY_URL and PARLEY_API_KEY or a profile. A running service',
      'offers the same at /mcp.',
    ],
  },
];

/** The list of one command or group, for a message about wrong use. */
export const usageOf = (name: string): string =>
  commandList(operatorPages.filter((page) => page.name.split(' ')[0] === name));

/** The arguments of an operator command. Throws UsageError. */
export function readArguments(command: string, args: readonly string[]): Arguments {
  const page = operatorPages.find(({ name }) => name === command);
  if (!page) throw new Error(`no page for ${command}`);
  return argumentsOf(page, args, usageOf(command.split(' ')[0] ?? ''));
}
