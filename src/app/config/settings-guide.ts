// Writes docs/guide/settings.md from the settings' table: `npm run generate`. `npm run check` refuses a stale one.
import { writeFileSync } from 'node:fs';
import { meaning } from './env-example.ts';
import { languageSettings } from './language-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { serviceSettings } from './service-settings.ts';
import type { Setting } from './setting.ts';

const HEAD = [
  '# Settings\n\n<!-- Generated from src/app/config/setting-table.ts by `npm run generate`. -->\n\n',
  'Settings are environment variables, or lines in a file `.env` in the folder where Parley or a command is started; ',
  'the environment takes precedence. ',
  'If one is wrong or its name is unknown, Parley does not start and lists every fault.\n',
].join('');
const TABLE_HEAD = '| setting | default | meaning |\n|---|---|---|\n';

/** The page of the documentation with every setting. */
export function settingsGuide(): string {
  const sections = [
    ['Addresses, data, media server', serviceSettings],
    ['Speech and summaries', languageSettings],
    ['Limits, retention, operation', limitSettings],
  ] as const;
  const tables = sections.map(
    ([title, settings]) => `\n## ${title}\n\n${TABLE_HEAD}${settings.map(row).join('')}`,
  );
  return HEAD + tables.join('');
}

function row(setting: Setting): string {
  const value = setting.default === '' ? '' : `\`${setting.default}\``;
  return `| \`${setting.name}\` | ${value} | ${meaning(setting).replaceAll('<', '&lt;')} |\n`;
}

if (import.meta.main)
  writeFileSync(new URL('../../../docs/guide/settings.md', import.meta.url), settingsGuide());
