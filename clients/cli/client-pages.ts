import type { MeetingState } from '../../contract/generated/api.ts';
import { asJson, type CommandPage, commandList, type Option } from './command-page.ts';
import { type Arguments, argumentsOf, UsageError } from './arguments-of.ts';

const STATES: readonly MeetingState[] = [
  'created',
  'in_progress',
  'ending',
  'ended',
  'cancelled',
  'failed',
];
const idempotencyKey: Option = {
  value: 'K',
  about: 'a repeat with the same key creates nothing twice',
};
const wait: Option = { about: 'wait until it is available' };
const REF = 'REF is the meetingRef of a meeting, such as mtg_7Hc2Qm9ZtR4vKx81LbNfWpYs.';

const profile: Option = { value: 'NAME', about: 'the profile whose service and key to use' };

const pages: readonly CommandPage[] = [
  {
    name: 'meetings create',
    takes: '--title T',
    about: 'creates a meeting',
    options: {
      title: { value: 'T', about: 'the title that people see' },
      'start-at': { value: 'TIME', about: 'when it is planned to start, RFC 3339' },
      'end-at': { value: 'TIME', about: 'when it is planned to end' },
      timezone: { value: 'ZONE', about: 'IANA name, such as Europe/Berlin' },
      language: { value: 'CODE', about: 'the language that will be spoken, BCP 47, such as en' },
      'idempotency-key': idempotencyKey,
      ...asJson,
    },
    notes: ['A schedule needs all of --start-at, --end-at and --timezone.'],
  },
  {
    name: 'meetings list',
    about: 'lists meetings, newest first',
    options: {
      state: { value: 'STATE', choices: STATES, about: 'only those in this state' },
      'created-after': { value: 'TIME', about: 'only those created after this time, RFC 3339' },
      limit: { value: 'N', about: 'how many at most; 50 by default' },
      ...asJson,
    },
  },
  {
    name: 'meetings show',
    takes: 'REF',
    about: 'shows a meeting',
    options: asJson,
    notes: [REF],
  },
  {
    name: 'meetings end',
    takes: 'REF',
    about: 'ends a meeting that is in progress',
    options: asJson,
    notes: [REF],
  },
  {
    name: 'meetings cancel',
    takes: 'REF',
    about: 'cancels a meeting that has not begun',
    options: asJson,
    notes: [REF],
  },
  {
    name: 'links create',
    takes: 'REF',
    about: 'creates a guest link and prints its URL, once',
    options: {
      name: { value: 'N', about: 'the name to greet the guest with' },
      'expires-at': { value: 'TIME', about: 'when the link stops working, RFC 3339' },
      'max-uses': { value: 'N', about: 'how many times it can be used to join' },
      'idempotency-key': idempotencyKey,
      ...asJson,
    },
    notes: ['Anyone who has the URL can join: give it only to the people you invite.'],
  },
  {
    name: 'links list',
    takes: 'REF',
    about: 'lists the guest links of a meeting',
    options: asJson,
    notes: [REF],
  },
  {
    name: 'links revoke',
    takes: 'REF LINKREF',
    about: 'revokes a guest link and removes its guests',
    options: asJson,
    notes: ['LINKREF is in the first column of `parley links list REF`.'],
  },
  {
    name: 'transcript',
    takes: 'REF',
    about: 'prints what was said in a meeting',
    options: {
      format: {
        value: 'F',
        choices: ['text', 'json', 'vtt', 'srt'],
        about: 'text by default; one of',
      },
      wait,
      ...asJson,
    },
    notes: [REF],
  },
  {
    name: 'summary',
    takes: 'REF',
    about: 'prints the summary of a meeting',
    options: { wait, ...asJson },
    notes: [REF],
  },
  {
    name: 'open',
    takes: 'REF',
    about: 'opens a meeting in the console in your browser',
    options: { print: { about: 'only print the address' }, ...asJson },
    notes: ['The browser is the program in BROWSER, or else the system default.'],
  },
];

/** The commands that talk to a service. */
export const clientPages = pages.map((page) => ({
  ...page,
  options: { ...page.options, profile },
}));

export const clientUsage = commandList(clientPages);

/** Those that work on the file of profiles alone. */
export const profilePages: readonly CommandPage[] = [
  {
    name: 'profiles add',
    takes: 'NAME --url URL',
    about: 'saves the address and the key of a service under a name',
    options: { url: { value: 'URL', about: 'the address of the service' }, ...asJson },
    notes: [
      'The key is read from PARLEY_API_KEY, so that no process list shows it. It is saved in',
      '~/.config/parley/profiles.json, which only you can read. The first profile is used at once.',
    ],
  },
  { name: 'profiles list', about: 'lists the profiles, without their keys', options: asJson },
  {
    name: 'profiles use',
    takes: 'NAME',
    about: 'sets the profile to use when none is named',
    options: asJson,
  },
  { name: 'profiles remove', takes: 'NAME', about: 'removes a profile', options: asJson },
];

/** The page of a command, without --profile, which is read before the command. */
function pageOf(command: string): CommandPage {
  const page = [...pages, ...profilePages].find(({ name }) => name === command);
  if (!page) throw new Error(`no page for ${command}`);
  return page;
}

/** The arguments of a client command. Throws UsageError. */
export const readArguments = (command: string, args: readonly string[]): Arguments =>
  argumentsOf(pageOf(command), args, clientUsage);

/** A positive integer, or undefined when the option is absent. */
export function countOf(given: Arguments, name: string): number | undefined {
  const text = given.text(name);
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`--${name} must be a whole number above 0.`);
  return text === undefined ? undefined : Number(text);
}
