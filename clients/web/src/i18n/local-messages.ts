import type { DeviceKind, DeviceError } from '../devices/device-error.ts';

type ErrorMessage = { title: string; help: string };

/** Texts that the language formats by rules: numbers and sentences. */
export function localMessages(language: string) {
  const fullStop = language === 'ja' ? '。' : '.';
  return {
    sentence: (title: string) => `${title}${fullStop}`,
    deviceNumber: (kind: string, number: number) => `${kind} ${number.toLocaleString(language)}`,
    number: (value: number) => value.toLocaleString(language),
  };
}

/** Device errors as "Camera: in use by another app", which needs no grammar of the device name. */
export function deviceErrorMessages(
  names: Record<DeviceKind | 'both', string> & { colon?: string },
  table: Record<DeviceError, readonly [title: string, help: string]>,
) {
  const format = (device: string, [title, help]: readonly [string, string]): ErrorMessage => ({
    title: `${device}${names.colon ?? ': '}${title}`,
    help,
  });
  return {
    deviceError: (kind: DeviceKind, error: DeviceError) => format(names[kind], table[error]),
    devicesError: (error: DeviceError) => format(names.both, table[error]),
  };
}
