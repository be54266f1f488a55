// Every setting, declared once: parsing, `.env.example`, error messages and the types of what is
// read come from this table.
import { languageSettings } from './language-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { serviceSettings } from './service-settings.ts';

export const settingTable = [...serviceSettings, ...languageSettings, ...limitSettings] as const;

type Row = (typeof settingTable)[number];
type RowOf<Name> = Extract<Row, { name: Name }>;
export type SettingName = Row['name'];
export type NumberSetting = Extract<Row, { kind: 'integer' }>['name'];
type TextSetting = Exclude<SettingName, NumberSetting>;

/** The value of each setting, checked: one of its choices where it has some. */
export type Values = {
  text<Name extends TextSetting>(
    name: Name,
  ): RowOf<Name> extends { kind: 'choice'; choices: readonly (infer Choice)[] } ? Choice : string;
  number(name: NumberSetting): number;
};
