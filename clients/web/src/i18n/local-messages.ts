import type { DeviceKind, DeviceError } from '../devices/device-error.ts';

type ErrorMessage = { title: string; help: string };

/** What a language writes by its own rules and not in sentences. */
export function localMessages(language: string) {
  return {
    productName: 'Parley',
    deviceNumber: (kind: string, number: number) => `${kind} ${number.toLocaleString(language)}`,
    number: (value: number) => value.toLocaleString(language),
    time: (atMs: number) =>
      new Date(atMs).toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' }),
  };
}

/** Error of devices as "Camera: in use by another app", which needs no grammar of the device's name. */
export function deviceErrorMessages(
  names: Record<DeviceKind | 'both', string>,
  table: Record<DeviceError, readonly [what: string, help: string]>,
) {
  const say = (device: string, [what, help]: readonly [string, string]): ErrorMessage => ({
    title: `${device}: ${what}`,
    help,
  });
  return {
    deviceError: (kind: DeviceKind, error: DeviceError) => say(names[kind], table[error]),
    devicesError: (error: DeviceError) => say(names.both, table[error]),
  };
}
