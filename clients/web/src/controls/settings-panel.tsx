import { useState } from 'preact/hooks';
import { Mic, Video, Volume2 } from 'lucide-preact';
import type { Liking } from '../page/preferences.ts';
import type { Visit } from '../session/session.ts';
import { words } from '../i18n/messages.ts';
import { Choice } from '../components/choice.tsx';
import { DeviceSelect } from '../devices/device-select.tsx';
import { LanguageChoice } from '../i18n/language-choice.tsx';
import { Panel } from '../components/panel.tsx';
import { Switch } from '../components/switch.tsx';
import { TestSound } from '../devices/test-sound.tsx';
import { useDevices } from '../devices/use-devices.ts';

const KINDS = [
  { kind: 'microphone', icon: Mic },
  { kind: 'camera', icon: Video },
  { kind: 'speaker', icon: Volume2 },
] as const;

type Props = { visit: Visit; liking: Liking; like(change: Partial<Liking>): void; onClose(): void };

export function SettingsPanel({ visit, liking, like, onClose }: Props) {
  const [changes, setChanges] = useState(0);
  const devices = useDevices(changes);
  // Only some browsers let a page choose where its sound comes out.
  const kinds = KINDS.filter(
    ({ kind }) => kind !== 'speaker' || 'setSinkId' in HTMLMediaElement.prototype,
  );
  const sizes = (['small', 'medium', 'large'] as const).map((value) => ({
    value,
    name: words.captionSizes[value],
  }));
  const places = (['bottom', 'top'] as const).map((value) => ({
    value,
    name: words.captionPlaces[value],
  }));
  return (
    <Panel title={words.settings} onClose={onClose}>
      <div class="settings">
        {kinds.map(({ kind, icon }) => (
          <DeviceSelect
            key={kind}
            label={words[kind]}
            icon={icon}
            choices={devices[kind]}
            chosen={visit.devices.active(kind)}
            onChoose={(deviceId) =>
              void visit.devices.choose(kind, deviceId).then(() => setChanges((count) => count + 1))
            }
          />
        ))}
        <TestSound speakerId={visit.devices.active('speaker') ?? null} />
        <Switch
          label={words.talkingHint}
          help={words.talkingHintHelp}
          on={liking.talkingHint}
          onChange={(talkingHint) => like({ talkingHint })}
        />
        <Choice
          label={words.captionSize}
          choices={sizes}
          chosen={liking.captionSize}
          onChoose={(captionSize) => like({ captionSize })}
        />
        <Choice
          label={words.captionPlace}
          choices={places}
          chosen={liking.captionPlace}
          onChoose={(captionPlace) => like({ captionPlace })}
        />
        <LanguageChoice id="language" />
        <Switch
          label={words.shortcutsOn}
          on={liking.shortcuts}
          onChange={(shortcuts) => like({ shortcuts })}
        />
      </div>
    </Panel>
  );
}
