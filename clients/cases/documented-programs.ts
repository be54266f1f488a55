// What the documentation shows in each language, for the tests that compile and run it.
import { readFileSync } from 'node:fs';

type Operation = { 'x-codeSamples'?: { lang: string; source: string }[] };
type Document = { paths: Record<string, Record<string, Operation>> };

/** The contract's examples in one language, one per operation. */
export function codeSamples(language: 'TypeScript' | 'Python'): string[] {
  const file = new URL('../../contract/generated/openapi.json', import.meta.url);
  const document: Document = JSON.parse(readFileSync(file, 'utf8'));
  return Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => operation['x-codeSamples'] ?? [])
    .filter(({ lang }) => lang === language)
    .map(({ source }) => source);
}

const FENCES = {
  curl: 'sh tab=curl',
  TypeScript: 'ts tab=TypeScript',
  Python: 'python tab=Python',
};

/** A program of a guide that begins with its file name in a comment. */
export function documented(guide: string, name: string): string {
  const program = blocksOf(guide).find(({ source }) => source.startsWith(`// ${name}`));
  if (!program) throw new Error(`${guide} shows no ${name}`);
  return program.source;
}

/** The program that the first-meeting guide builds step by step, in one language. */
export function firstMeeting(language: keyof typeof FENCES): string {
  return blocksOf('first-meeting')
    .filter(({ fence }) => fence === FENCES[language])
    .map(({ source }) => source)
    .join('\n');
}

function blocksOf(guide: string): { fence: string; source: string }[] {
  const text = readFileSync(new URL(`../../docs/guide/${guide}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, fence = '', source = '']) => ({
    fence,
    source,
  }));
}
