import { useEffect, useId, useState } from 'preact/hooks';
import { ChevronDown, type LucideIcon } from 'lucide-preact';
import { messages } from '../i18n/messages.ts';

type Props = {
  label: string;
  icon: LucideIcon;
  choices: readonly DeviceChoice[];
  chosen: string | undefined;
  onChoose(deviceId: string): void;
};

export function DeviceSelect({ label, icon: Icon, choices, chosen, onChoose }: Props) {
  const id = useId();
  const isListed = choices.some(({ deviceId }) => deviceId === chosen);
  // Some browsers list the default device by its own id only, and first.
  const isGone = !isListed && chosen !== undefined && chosen !== 'default';
  const value = isListed ? chosen : choices[0]?.deviceId;
  return (
    <div class="device">
      <Icon aria-hidden="true" />
      <label class="device-label" for={id}>
        {label}
      </label>
      <select
        id={id}
        dir="auto"
        value={isGone ? '' : (value ?? '')}
        disabled={choices.length === 0}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {choices.length === 0 && <option value="">{messages.systemDefault}</option>}
        {choices.length > 0 && isGone && (
          <option value="" disabled>
            –
          </option>
        )}
        {choices.map(({ deviceId, label: name }, at) => (
          <option key={deviceId} value={deviceId}>
            {name || messages.deviceNumber(label, at + 1)}
          </option>
        ))}
      </select>
      <ChevronDown class="device-arrow" aria-hidden="true" />
    </div>
  );
}

type DeviceChoice = { deviceId: string; label: string };
type DeviceChoices = Record<'microphone' | 'camera' | 'speaker', DeviceChoice[]>;

const NONE: DeviceChoices = { microphone: [], camera: [], speaker: [] };
const KINDS = { audioinput: 'microphone', videoinput: 'camera', audiooutput: 'speaker' } as const;

/**
 * The devices of this machine, read again when one is plugged in or unplugged and when `version`
 * changes.
 */
export function useDevices(version: unknown): DeviceChoices {
  const [devices, setDevices] = useState(NONE);
  useEffect(() => {
    let stopped = false;
    const read = async () => {
      const found = await listDevices();
      if (!stopped) setDevices(found);
    };
    void read();
    navigator.mediaDevices?.addEventListener('devicechange', read);
    return () => {
      stopped = true;
      navigator.mediaDevices?.removeEventListener('devicechange', read);
    };
  }, [version]);
  return devices;
}

async function listDevices(): Promise<DeviceChoices> {
  const found: DeviceChoices = { microphone: [], camera: [], speaker: [] };
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
  for (const { kind, deviceId, label } of devices ?? []) {
    // Until the guest gives permission, browsers list devices without ids.
    if (deviceId !== '') found[KINDS[kind]].push({ deviceId, label });
  }
  return found;
}
