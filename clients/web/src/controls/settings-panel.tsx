import { useState } from 'preact/hooks';
import { Mic, Video, Volume2 } from 'lucide-preact';
import { CAPTION_PLACES, CAPTION_SIZES, type Preferences } from '../page/preferences.ts';
import type { Session } from '../session/session.ts';
import { messages } from '../i18n/messages.ts';
import { Select, Switch } from '../components/form-fields.tsx';
import { DeviceSelect, useDevices } from '../devices/device-select.tsx';
import { LanguageSelect } from '../i18n/language-select.tsx';
import { Panel } from '../components/panel.tsx';
import { useStore } from '../hooks/browser-hooks.ts';
import { TestSound } from '../devices/sound-check.tsx';

const KINDS = [
  { kind: 'microphone', icon: Mic },
  { kind: 'camera', icon: Video },
  { kind: 'speaker', icon: Volume2 },
] as const;

type Props = {
  session: Session;
  preferences: Preferences;
  changePreferences(change: Partial<Preferences>): void;
  onClose(): void;
};

export function SettingsPanel({ session, preferences, changePreferences, onClose }: Props) {
  const [changes, setChanges] = useState(0);
  const devices = useDevices(changes);
  // Only some browsers let a page choose the audio output.
  const kinds = KINDS.filter(
    ({ kind }) => kind !== 'speaker' || 'setSinkId' in HTMLMediaElement.prototype,
  );
  return (
    <Panel title={messages.settings} onClose={onClose}>
      <div class="settings">
        {kinds.map(({ kind, icon }) => (
          <DeviceSelect
            key={kind}
            label={messages[kind]}
            icon={icon}
            choices={devices[kind]}
            chosen={session.devices.active(kind)}
            onChoose={(deviceId) =>
              void session.devices
                .choose(kind, deviceId)
                .then(() => setChanges((count) => count + 1))
            }
          />
        ))}
        <TestSound speakerId={session.devices.active('speaker') ?? null} />
        <ConsentSwitch session={session} />
        <Switch
          label={messages.talkingHint}
          help={messages.talkingHintHelp}
          on={preferences.talkingHint}
          onChange={(talkingHint) => changePreferences({ talkingHint })}
        />
        <Select
          label={messages.captionSize}
          choices={CAPTION_SIZES.map((value) => ({ value, name: messages.captionSizes[value] }))}
          chosen={preferences.captionSize}
          onChoose={(captionSize) => changePreferences({ captionSize })}
        />
        <Select
          label={messages.captionPlace}
          choices={CAPTION_PLACES.map((value) => ({ value, name: messages.captionPlaces[value] }))}
          chosen={preferences.captionPlace}
          onChoose={(captionPlace) => changePreferences({ captionPlace })}
        />
        <LanguageSelect />
        <Switch
          label={messages.shortcutsOn}
          on={preferences.shortcuts}
          onChange={(shortcuts) => changePreferences({ shortcuts })}
        />
      </div>
    </Panel>
  );
}

/** Shown in meetings that ask for consent to transcription. */
function ConsentSwitch({ session }: { session: Session }) {
  const { people } = useStore(session.store);
  const consent = people.find(({ isSelf }) => isSelf)?.consent ?? null;
  if (consent === null) return null;
  return (
    <Switch
      label={messages.host.consent.switch}
      on={consent === 'given'}
      onChange={(on) => void session.actions.answerConsent(on ? 'given' : 'declined')}
    />
  );
}
