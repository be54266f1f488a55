import type { DeviceKind, DeviceTrouble } from '../devices/device-trouble.ts';

type Said = { title: string; help: string };

/** What a language writes by its own rules and not in sentences. */
export function localWords(language: string) {
  return {
    productName: 'Parley',
    deviceNumber: (kind: string, number: number) => `${kind} ${number.toLocaleString(language)}`,
    number: (value: number) => value.toLocaleString(language),
    time: (atMs: number) =>
      new Date(atMs).toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' }),
  };
}

/** Troubles of devices as "Camera: in use by another app", which needs no grammar of the device's name. */
export function deviceTroubleWords(
  names: Record<DeviceKind | 'both', string>,
  table: Record<DeviceTrouble, readonly [what: string, help: string]>,
) {
  const say = (device: string, [what, help]: readonly [string, string]): Said => ({
    title: `${device}: ${what}`,
    help,
  });
  return {
    deviceTrouble: (kind: DeviceKind, trouble: DeviceTrouble) => say(names[kind], table[trouble]),
    devicesTrouble: (trouble: DeviceTrouble) => say(names.both, table[trouble]),
  };
}
