// Each promise of contract/promises.yaml, and each problem code, has a test that names it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { problems } from '../../contract/generated/problems.ts';

const PROMISES = 'contract/promises.yaml';

type Section = { title: string; promises: { id: string; text: string }[] };
type Annotation = { id: string; place: string };

/** The promises by section; the problem codes are the last one. */
export function promiseSections(): Section[] {
  const written = parse(readFileSync(PROMISES, 'utf8')) as Record<string, Record<string, string>>;
  return [
    ...Object.entries(written).map(([title, texts]) => ({
      title,
      promises: Object.entries(texts).map(([id, text]) => ({ id, text })),
    })),
    {
      title: 'Problem codes',
      promises: Object.entries(problems).map(([id, { title }]) => ({ id, text: `${title}.` })),
    },
  ];
}

/** The `// Promise: 4, M3` comments of one test file. */
export function annotationsIn(path: string, text: string): Annotation[] {
  return text.split('\n').flatMap((line, index) => {
    const ids = /^\s*\/\/ Promise: (.+)$/.exec(line)?.[1]?.split(',') ?? [];
    return ids.map((id) => ({ id: id.trim(), place: `${path}:${index + 2}` }));
  });
}

/** One line per fault. */
export function promiseFaults(
  sections: readonly Section[],
  annotations: readonly Annotation[],
): string[] {
  const promised = new Set(sections.flatMap(({ promises }) => promises.map(({ id }) => id)));
  const tested = new Set(annotations.map(({ id }) => id));
  return [
    ...[...promised].filter((id) => !tested.has(id)).map((id) => `no test names promise ${id}`),
    ...annotations
      .filter(({ id }) => !promised.has(id))
      .map(({ id, place }) => `${place}: there is no promise ${id}`),
  ];
}

/** The table that `npm run -s promises` prints. */
export function promiseTable(
  sections: readonly Section[],
  annotations: readonly Annotation[],
): string {
  return sections
    .map(({ title, promises }) => {
      const rows = promises.map(({ id, text }) => {
        const places = annotations.filter((one) => one.id === id).map(({ place }) => place);
        return `${id}: ${text}\n${places.map((place) => `    ${place}\n`).join('')}`;
      });
      return `${title}\n\n${rows.join('')}`;
    })
    .join('\n');
}

export function annotationsInTests(): Annotation[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--', '*.test.ts', '*.test.tsx'],
    { encoding: 'utf8' },
  );
  return listed
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
    .flatMap((path) => annotationsIn(path, readFileSync(path, 'utf8')));
}

if (import.meta.main) process.stdout.write(promiseTable(promiseSections(), annotationsInTests()));
