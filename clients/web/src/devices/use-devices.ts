import { useEffect, useState } from 'preact/hooks';

export type DeviceChoice = { deviceId: string; label: string };
export type DeviceChoices = Record<'microphone' | 'camera' | 'speaker', DeviceChoice[]>;

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
