/** One page of the documentation: a Markdown file of the repository. `name` is its path below `/docs`. */
export type Guide = { name: string; file: string; section: string; title: string };

type Row = readonly [name: string, title: string, file?: string];

/** In the order in which they are read. */
const SECTIONS: Record<string, readonly Row[]> = {
  Start: [
    ['', 'Overview', 'docs/guide/README.md'],
    ['first-meeting', 'Your first meeting'],
  ],
  'Build with it': [
    ['polling', 'Waiting and polling'],
    ['webhooks', 'Webhooks and events'],
    ['live-words', 'Live words'],
    ['hosts', 'Hosts, waiting room, consent'],
    ['embedding', 'Inside your own page'],
    ['agents', 'Agents and apps'],
    ['recording', 'Recording'],
    ['language-models', 'Tools for language models'],
  ],
  Clients: [
    ['typescript', 'TypeScript', 'clients/sdk-typescript/README.md'],
    ['python', 'Python', 'clients/sdk-python/README.md'],
    ['command-line', 'Command line'],
  ],
  Reference: [
    ['errors', 'Errors'],
    ['limits', 'Limits'],
    ['changes', 'Changes', 'CHANGELOG.md'],
  ],
  'Run it': [
    ['deployment', 'Deployment'],
    ['machines', 'Several machines, backups'],
    ['media-server', 'Your own LiveKit'],
    ['languages', 'Languages and speech'],
    ['summaries', 'Summaries by a model'],
    ['security', 'Security'],
    ['metrics', 'What to watch'],
    ['settings', 'Settings'],
    ['licenses', 'Licenses'],
  ],
  Choose: [['comparison', 'Compared with others']],
};

export const GUIDES: readonly Guide[] = Object.entries(SECTIONS).flatMap(([section, rows]) =>
  rows.map(([name, title, file = `docs/guide/${name}.md`]) => ({ name, file, section, title })),
);

/** The address of the page of a repository's file; null when the file is not part of the documentation. */
export function addressOfFile(file: string): string | null {
  const guide = GUIDES.find((one) => one.file === file);
  return guide ? addressOf(guide) : null;
}

export function addressOf({ name }: Guide): string {
  return name === '' ? '/docs' : `/docs/${name}`;
}
