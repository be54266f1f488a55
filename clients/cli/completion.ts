// Shell completion, made from the command pages.
import type { CommandPage } from './command-page.ts';
import { UsageError } from './arguments-of.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completionPage: CommandPage = {
  name: 'completion',
  takes: 'bash|zsh|fish',
  about: 'prints a script that completes commands and options',
  notes: [
    'bash: add to ~/.bashrc   source <(parley completion bash)',
    'zsh:  add to ~/.zshrc    source <(parley completion zsh)',
    'fish: parley completion fish > ~/.config/fish/completions/parley.fish',
  ],
};

/** Throws UsageError. */
export function completion(pages: readonly CommandPage[], args: readonly string[]): string {
  const [shell, ...more] = args;
  if (more.length > 0 || !SHELLS.some((known) => known === shell))
    throw new UsageError(`Name a shell: parley completion ${SHELLS.join('|')}.`);
  if (shell === 'fish') return fish(pages);
  return shell === 'zsh' ? `${FOR_ZSH}\n${bash(pages)}` : bash(pages);
}

// zsh runs the function of bash.
const FOR_ZSH = 'autoload -Uz compinit bashcompinit && compinit && bashcompinit';

function bash(pages: readonly CommandPage[]): string {
  const cases = (of: readonly (readonly [string, readonly string[]])[]): string =>
    of.map(([key, words]) => `    "${key}") words="${words.join(' ')}" ;;`).join('\n');
  const options = pages.map(({ name, options }) => [name, flagsOf(options)] as const);
  const choices = pages.flatMap(({ name, options }) =>
    Object.entries(options ?? {}).flatMap(([option, { choices }]) =>
      choices ? [[`${name} --${option}`, choices] as const] : [],
    ),
  );
  return `_parley() {
  local words="" word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]}
  case "$COMP_CWORD $command" in
    "1 "*) words="${[...firstWords(pages)].join(' ')} help" ;;
${groupsOf(pages)
  .map(([group, verbs]) => `    "2 ${group}") words="${verbs.join(' ')}" ;;`)
  .join('\n')}
  esac
  case "$command" in ${groupsOf(pages)
    .map(([group]) => group)
    .join('|')}) command="$command \${COMP_WORDS[2]}" ;; esac
  [ -n "$words" ] || case "$command" in
${cases(options)}
  esac
  case "$command $before" in
${cases(choices)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _parley parley`;
}

function fish(pages: readonly CommandPage[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  const lines = ['complete -c parley -f'];
  for (const word of firstWords(pages))
    lines.push(`complete -c parley -n __fish_use_subcommand -a ${word}`);
  for (const { name, about, options } of pages) {
    const [first, second] = name.split(' ');
    const inGroup = `__fish_seen_subcommand_from ${first}`;
    if (second !== undefined)
      lines.push(`complete -c parley -n ${quoted(inGroup)} -a ${second} -d ${quoted(about)}`);
    const here =
      second === undefined ? inGroup : `${inGroup}; and __fish_seen_subcommand_from ${second}`;
    for (const [option, { value, choices, about }] of Object.entries(options ?? {})) {
      const taken = choices ? `-xa ${quoted(choices.join(' '))}` : value ? '-x' : '';
      const start = `complete -c parley -n ${quoted(here)} -l ${option}`;
      lines.push([start, taken, '-d', quoted(about)].filter(Boolean).join(' '));
    }
  }
  return lines.join('\n');
}

const flagsOf = (options: CommandPage['options']): string[] => [
  ...Object.keys(options ?? {}).map((name) => `--${name}`),
  '--help',
];

const firstWords = (pages: readonly CommandPage[]): Set<string> =>
  new Set(pages.map(({ name }) => name.split(' ')[0] ?? ''));

function groupsOf(pages: readonly CommandPage[]): [string, string[]][] {
  const pairs = pages.map(({ name }) => name.split(' '));
  return [...firstWords(pages)].flatMap((first): [string, string[]][] => {
    const verbs = pairs.flatMap(([group, verb]) =>
      group === first && verb !== undefined ? [verb] : [],
    );
    return verbs.length > 0 ? [[first, verbs]] : [];
  });
}
