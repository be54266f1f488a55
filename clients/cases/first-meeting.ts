import { readFileSync } from 'node:fs';

const FENCES = {
  curl: 'sh tab=curl',
  TypeScript: 'ts tab=TypeScript',
  Python: 'python tab=Python',
};

/** The program that the first-meeting guide builds step by step, in one language. */
export function firstMeeting(language: keyof typeof FENCES): string {
  const guide = new URL('../../docs/guide/first-meeting.md', import.meta.url);
  const text = readFileSync(guide, 'utf8');
  const blocks = [...text.matchAll(/^```(.+)\n([^]*?)^```$/gm)];
  return blocks
    .filter(([, fence]) => fence === FENCES[language])
    .map(([, , source]) => source)
    .join('\n');
}
