import { expect, test } from 'vitest';
import { DevicePreview } from '../devices/device-preview.ts';
import { reportOf } from './report.ts';

test('the report lists devices and connection types in English, without device names', () => {
  const { microphone, ...rest } = new DevicePreview().store.get();
  const report = reportOf({
    at: new Date('2026-11-26T09:00:00Z'),
    origin: 'https://meet.example.org',
    browser: 'Browser/1',
    devices: { ...rest, microphone: { ...microphone, deviceId: 'secret', error: 'denied' } },
    ways: {
      service: { state: 'works' },
      udp: { state: 'works', roundTripMs: 12 },
      tcp: { state: 'blocked' },
      relay: { state: 'not_offered' },
    },
  });
  expect(report.split('\n')).toEqual([
    'Parley check, 2026-11-26T09:00:00.000Z',
    'service: https://meet.example.org',
    'browser: Browser/1',
    'microphone: denied',
    'camera: off',
    'signalling: works',
    'udp: works, 12 ms',
    'tcp: blocked',
    'relay: not offered',
  ]);
});
