import { SCOPES } from '../../../contract/generated/lists.ts';
import { asJson, type CommandPage, commandList } from '../../../clients/cli/command-page.ts';

/** The commands for the machine that Parley runs on. */
export const operatorPages: readonly CommandPage[] = [
  {
    name: 'keys create',
    takes: '--name NAME --scopes A,B',
    about: 'makes an API key and prints it, once',
    options: {
      name: { value: 'NAME', about: 'says who holds it' },
      scopes: { value: 'A,B', about: 'what it may do, separated by commas' },
      tenant: { value: 'T', about: 'whose meetings it sees; default unless given' },
      live: {
        about: 'let the key begin with mapi_live_, to tell it apart; it works like any other',
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
    about: 'writes the data folder and its embedded database into a file',
    options: asJson,
    notes: ['Beside the running service. What was committed before its end is in it.'],
  },
  {
    name: 'restore',
    takes: 'FILE',
    about: 'makes a data folder of a backup',
    options: asJson,
    notes: ['Into PARLEY_DATA_DIR, which must be empty or not there. Then start Parley.'],
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
      'With the service stopped. Copies every row into a new database and compares both; the old one',
      'is kept beside it. Needs as much free disk again as the database takes.',
    ],
  },
  {
    name: 'doctor',
    about: 'says what is wrong with this installation, and the mend',
    options: asJson,
    notes: [
      'Looks at settings, name, ports, certificate, TURN, database, LiveKit, clocks, models and disk,',
      'beside a running service or before its start. Exit code 1 when there is something to mend.',
    ],
  },
  {
    name: 'audit list',
    about: 'lists what API keys, and hosts in the page, did, the newest first',
    options: {
      tenant: { value: 'T', about: 'of this tenant alone' },
      key: { value: 'KEYID', about: 'of this key alone' },
      limit: { value: 'N', about: 'so many at most; 100 unless given' },
      ...asJson,
    },
  },
  {
    name: 'audit verify',
    about: 'says whether entries of that log were changed or removed',
    options: asJson,
    notes: [
      'Exit code 1 when they were. Keep the hash it prints elsewhere, to show later that no',
      'newer entry was cut off.',
    ],
  },
  {
    name: 'summarize',
    takes: '[FILE.json]',
    about: 'reads a transcript and prints its summary, as JSON',
    options: asJson,
    notes: [
      'Reads the file, else standard input. title, startedAt and timezone may stand beside the',
      'transcript: without startedAt no due date is resolved. Needs no running service.',
    ],
  },
  {
    name: 'transcribe',
    takes: 'FILE.wav...',
    about: 'transcribes sound files',
    options: {
      format: {
        value: 'F',
        choices: ['json', 'vtt', 'srt', 'text'],
        about: 'json unless given; one of',
      },
      language: { value: 'CODE', about: 'BCP 47, such as de; else the engine detects it' },
      ...asJson,
    },
    notes: [
      'Each file is one speaker, named like the file, and all begin together; any sampling rate and',
      'number of channels. Exit code 1 also when words are missing. Needs no running service.',
    ],
  },
  {
    name: 'models list',
    about: 'lists speech models of other publishers, and which of them are here',
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
    notes: ['What broke off goes on where it was when the command is run again.'],
  },
  {
    name: 'models use',
    takes: '[NAME]',
    about: 'prints the setting that lets meetings be heard by a model',
    options: {
      folder: { value: 'PATH', about: 'a model that you bring, in place of NAME' },
      language: { value: 'CODE', about: 'for meetings in this language alone, such as de' },
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
