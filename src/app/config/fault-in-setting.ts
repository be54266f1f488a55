import type { Setting } from './setting-table.ts';

/** What is wrong with a value on its own, to be read after the setting's name; null when nothing is. */
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
      return URL.canParse(value) && setting.schemes.includes(new URL(value).protocol)
        ? null
        : `must be a URL that begins with ${setting.schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
    default:
      return setting satisfies never;
  }
}
