// What a command takes, as data. Its help page, the lists and shell completion are made from it.
export type Option = { value?: string; choices?: readonly string[]; about: string };
export type CommandPage = {
  /** One or two words. */
  name: string;
  /** What follows the name, as in `REF [LINKREF]`. */
  takes?: string;
  about: string;
  options?: Readonly<Record<string, Option>>;
  /** More sentences, one per line. */
  notes?: readonly string[];
};

const EXIT_CODES = `Exit codes:
  0  done
  1  failed, refused, or the service could not be reached; standard error says why
  2  wrong usage; standard error says what is right`;

const JSON_OPTION: Option = { about: 'print JSON for programs' };
export const asJson = { json: JSON_OPTION } as const;

/** A line for each command. */
export function commandList(pages: readonly CommandPage[]): string {
  const synopses = pages.map(({ name, takes }) => (takes ? `${name} ${takes}` : name));
  const width = Math.max(...synopses.map((synopsis) => synopsis.length));
  return pages
    .map(({ about }, index) => `  ${synopses[index]?.padEnd(width)}  ${about}`)
    .join('\n');
}

function pageText({ name, takes, about, options, notes }: CommandPage): string {
  const synopsis = [`parley ${name}`, takes, options && '[options]'].filter(Boolean).join(' ');
  const lines = Object.entries(options ?? {}).map(([option, { value, choices, about }]) => ({
    option: value === undefined ? `--${option}` : `--${option} ${value}`,
    about: choices ? `${about}: ${choices.join(', ')}` : about,
  }));
  const width = Math.max(0, ...lines.map(({ option }) => option.length));
  return [
    `Usage: ${synopsis}\n\n${sentence(about)}`,
    ...(notes ? [notes.join('\n')] : []),
    ...(lines.length > 0
      ? [['Options:', ...lines.map((o) => `  ${o.option.padEnd(width)}  ${o.about}`)].join('\n')]
      : []),
    EXIT_CODES,
  ].join('\n\n');
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The page of the command that `args` name, the list of its group, or the whole list. */
export function helpFor(pages: readonly CommandPage[], args: readonly string[]): string {
  const [first = '', second = ''] = args.filter((arg) => !arg.startsWith('-'));
  const page = pages.find(({ name }) => name === `${first} ${second}` || name === first);
  if (page) return pageText(page);
  const group = pages.filter(({ name }) => name.startsWith(`${first} `));
  const [title, listed] = group.length > 0 ? [`parley ${first}`, group] : ['parley', pages];
  return [
    `Usage: ${title} COMMAND`,
    commandList(listed),
    'For details, add --help to a command.',
    EXIT_CODES,
  ].join('\n\n');
}
