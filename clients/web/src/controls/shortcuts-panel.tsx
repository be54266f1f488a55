import type { Liking } from '../page/preferences.ts';
import { SHORTCUTS } from './shortcuts.ts';
import type { ShortcutAction } from './shortcuts.ts';
import { words } from '../i18n/messages.ts';
import { Panel } from '../components/panel.tsx';
import { Switch } from '../components/switch.tsx';

type Props = { liking: Liking; like(change: Partial<Liking>): void; onClose(): void };

/** The keys, from the catalogue that also listens for them, and the switch that silences them. */
export function ShortcutsPanel({ liking, like, onClose }: Props) {
  const rows = Object.entries(SHORTCUTS) as [ShortcutAction, string][];
  return (
    <Panel title={words.shortcuts} onClose={onClose}>
      <div class="settings">
        <Switch
          label={words.shortcutsOn}
          help={words.shortcutsHelp}
          on={liking.shortcuts}
          onChange={(shortcuts) => like({ shortcuts })}
        />
        <dl class="keys" data-off={!liking.shortcuts}>
          {rows.map(([action, key]) => (
            <div key={action}>
              <dt>{words.shortcutNames[action]}</dt>
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
