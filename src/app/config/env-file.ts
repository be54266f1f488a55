import { parseEnv } from 'node:util';

type EnvFile = { values: Record<string, string | undefined>; faults: string[] };

/** The variables in the text of a `.env` file, and a fault for each line that names a setting and gives no value. */
export function readEnvFile(text: string): EnvFile {
  // Some editors begin a file with a byte order mark, which would become a part of the first name.
  const values = parseEnv(text.replace(/^\uFEFF/, ''));
  const names = Array.from(
    text.matchAll(/^\s*(?:export\s+)?(PARLEY_\w+)/gm),
    ([, name = '']) => name,
  );
  const faults = names
    .filter((name) => !(name in values))
    .map((name) => `.env has a line with ${name} that cannot be read: write ${name}=value.`);
  return { values, faults };
}
