import type { Preferences } from '../page/preferences.ts';
import { SHORTCUTS } from './shortcuts.ts';
import type { ShortcutAction } from './shortcuts.ts';
import { messages } from '../i18n/messages.ts';
import { Panel } from '../components/panel.tsx';
import { Switch } from '../components/form-fields.tsx';

type Props = {
  preferences: Preferences;
  changePreferences(change: Partial<Preferences>): void;
  onClose(): void;
};

/** Lists the keyboard shortcuts, with the switch that turns them off. */
export function ShortcutsPanel({ preferences, changePreferences, onClose }: Props) {
  const rows = Object.entries(SHORTCUTS) as [ShortcutAction, string][];
  return (
    <Panel title={messages.shortcuts} onClose={onClose}>
      <div class="settings">
        <Switch
          label={messages.shortcutsOn}
          help={messages.shortcutsHelp}
          on={preferences.shortcuts}
          onChange={(shortcuts) => changePreferences({ shortcuts })}
        />
        <dl class="keys" data-off={!preferences.shortcuts}>
          {rows.map(([action, key]) => (
            <div key={action}>
              <dt>{messages.shortcutNames[action]}</dt>
              <dd>
                <kbd>{key.toUpperCase()}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
