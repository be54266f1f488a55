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
