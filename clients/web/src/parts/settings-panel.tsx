import { useState } from 'react';
import { Mic, Video, Volume2 } from 'lucide-react';
import type { Visit } from '../room/visit.ts';
import { words } from '../words/words.ts';
import { DeviceSelect } from './device-select.tsx';
import { Panel } from './panel.tsx';
import { useDevices } from './use-devices.ts';

const KINDS = [
  { kind: 'microphone', icon: Mic },
  { kind: 'camera', icon: Video },
  { kind: 'speaker', icon: Volume2 },
] as const;

export function SettingsPanel({ visit, onClose }: { visit: Visit; onClose(): void }) {
  const [changes, setChanges] = useState(0);
  const devices = useDevices(changes);
  // Only some browsers let a page choose where its sound comes out.
  const kinds = KINDS.filter(({ kind }) => kind !== 'speaker' || 'setSinkId' in HTMLMediaElement.prototype);
  return (
    <Panel title={words.settings} onClose={onClose}>
      {kinds.map(({ kind, icon }) => (
        <DeviceSelect
          key={kind}
          label={words[kind]}
          icon={icon}
          choices={devices[kind]}
          chosen={visit.activeDevice(kind)}
          onChoose={(deviceId) => void visit.choose(kind, deviceId).then(() => setChanges((count) => count + 1))}
        />
      ))}
    </Panel>
  );
}
