import { useId } from 'preact/hooks';
import { ChevronDown } from 'lucide-preact';
import type { LucideIcon } from 'lucide-preact';
import { messages } from '../i18n/messages.ts';
import type { DeviceChoice } from './use-devices.ts';

type Props = {
  label: string;
  icon: LucideIcon;
  choices: readonly DeviceChoice[];
  chosen: string | undefined;
  onChoose(deviceId: string): void;
};

export function DeviceSelect({ label, icon: Icon, choices, chosen, onChoose }: Props) {
  const id = useId();
  const value = choices.some(({ deviceId }) => deviceId === chosen) ? chosen : choices[0]?.deviceId;
  return (
    <div class="device">
      <Icon aria-hidden="true" />
      <label class="device-label" for={id}>
        {label}
      </label>
      <select
        id={id}
        dir="auto"
        value={value ?? ''}
        disabled={choices.length === 0}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {choices.length === 0 && <option value="">{messages.systemDefault}</option>}
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
