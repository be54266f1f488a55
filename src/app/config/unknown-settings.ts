import { settingTable } from './setting-table.ts';

/** Of the command line as a client of a service. */
const OF_THE_CLIENT = ['PARLEY_URL', 'PARLEY_API_KEY'];

/** A fault for each name of ours in the environment that is no setting. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  const known = new Set<string>([...OF_THE_CLIENT, ...settingTable.map((setting) => setting.name)]);
  return Object.keys(env)
    .filter((name) => name.startsWith('PARLEY_') && !known.has(name))
    .map(
      (name) => `${name} is not a setting${closest(name, known)}. Remove it or mend its spelling.`,
    );
}

function closest(name: string, known: Set<string>): string {
  const letters = (word: string) => new Set(word.split('_'));
  const shared = (other: string) =>
    [...letters(other)].filter((part) => letters(name).has(part)).length;
  const best = [...known].sort((a, b) => shared(b) - shared(a))[0];
  return best && shared(best) >= 2 ? ` (did you mean ${best}?)` : '';
}
