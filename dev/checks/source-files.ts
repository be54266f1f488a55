import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export type SourceFile = { path: string; text: string; imports: string[] };

/** Every TypeScript file that git knows or does not ignore, by path from the root. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mts'],
    { encoding: 'utf8' },
  );
  return listed
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      return {
        path,
        text,
        imports: [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
          (match) => match[1] ?? '',
        ),
      };
    });
}
