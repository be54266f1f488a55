import type { Setting } from './setting.ts';
import { settingTable } from './setting-table.ts';

/** What is wrong with a value on its own, worded to follow the setting's name; null when nothing is. */
export function faultInSetting(setting: Setting, value: string): string | null {
  switch (setting.kind) {
    case 'text':
      return null;
    case 'integer': {
      const inRange =
        /^\d+$/.test(value) && Number(value) >= setting.min && Number(value) <= setting.max;
      return inRange
        ? null
        : `must be a whole number from ${setting.min} to ${setting.max}${setting.unit ? ` (${setting.unit})` : ''}.`;
    }
    case 'choice':
      return setting.choices.includes(value)
        ? null
        : `must be one of: ${setting.choices.join(', ')}.`;
    case 'list':
      return value.split(',').every((part) => setting.choices.includes(part.trim()))
        ? null
        : `must be any of ${setting.choices.join(', ')}, separated by commas.`;
    case 'url':
      return faultInUrl(value, setting.schemes);
    default:
      return setting satisfies never;
  }
}

function faultInUrl(value: string, schemes: readonly string[]): string | null {
  const begins = schemes.map((scheme) => `${scheme}//`);
  if (!begins.some((begin) => value.toLowerCase().startsWith(begin)))
    return `must be a URL that begins with ${begins.join(' or ')}`;
  return URL.canParse(value)
    ? null
    : 'cannot be read as a URL: in a user name or password write / as %2F, # as %23, ? as %3F and % as %25.';
}

/** Read by the command line as a client of a service. */
const OF_THE_CLIENT = ['PARLEY_URL', 'PARLEY_API_KEY', 'PARLEY_PROFILE'];

/** A fault for each PARLEY_ name in the environment that is not a setting. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  const known = new Set<string>([...OF_THE_CLIENT, ...settingTable.map((setting) => setting.name)]);
  return Object.keys(env)
    .filter((name) => name.startsWith('PARLEY_') && !known.has(name))
    .map(
      (name) =>
        `${name} is not a setting${closest(name, known)}. Remove it or correct its spelling.`,
    );
}

/** British and American endings count as one. */
const partsOf = (name: string): string[] => name.replaceAll('IZE', 'ISE').split('_');

function closest(name: string, known: Set<string>): string {
  const parts = new Set(partsOf(name));
  const shared = (other: string) =>
    [...new Set(partsOf(other))].filter((part) => parts.has(part)).length;
  const best = [...known].sort((a, b) => shared(b) - shared(a))[0];
  return best && shared(best) >= 2 ? ` (did you mean ${best}?)` : '';
}
