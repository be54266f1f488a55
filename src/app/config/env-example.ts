// Writes .env.example from the settings' table: `npm run generate`. `npm run check` refuses a stale one.
import { writeFileSync } from 'node:fs';
import type { Setting } from './setting.ts';
import { settingTable } from './setting-table.ts';

/** The text of `.env.example`: every setting commented out, with its default, unit and choices. */
export function envExample(): string {
  const head =
    '# Every setting of Parley with its default. Generated from ' +
    'src/app/config/setting-table.ts by `npm run generate`.\n# Copy to .env and remove ' +
    'the # where you want another value.\n';
  return head + settingTable.map(paragraph).join('');
}

function paragraph(setting: Setting): string {
  return `\n# ${meaning(setting)}\n# ${setting.name}=${setting.default}\n`;
}

/** What a setting is for, its unit and choices included. */
export function meaning(setting: Setting): string {
  const unit = setting.kind === 'integer' && setting.unit ? ` Unit: ${setting.unit}.` : '';
  const words = new Set(setting.help.split(/\W+/));
  const isTold = setting.kind !== 'choice' || setting.choices.every((choice) => words.has(choice));
  return setting.help + unit + (isTold ? '' : ` One of: ${setting.choices.join(', ')}.`);
}

if (import.meta.main)
  writeFileSync(new URL('../../../.env.example', import.meta.url), envExample());
