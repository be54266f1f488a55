import { expect, test } from 'vitest';
import { finished, UNTRIED, verdictOf, type Ways, reportOf } from './ways.ts';
import { DevicePreview } from '../devices/device-preview.ts';

const works = { state: 'works' } as const;
const blocked = { state: 'blocked' } as const;

test.each<[string, Partial<Ways>, string]>([
  ['nothing is known yet', {}, 'waiting'],
  ['the service refused the check', finished(UNTRIED), 'busy'],
  ['the service does not answer', { service: blocked }, 'no_service'],
  ['UDP works, whatever else does not', { udp: works, tcp: blocked, relay: blocked }, 'good'],
  ['TCP alone works', { udp: blocked, tcp: works }, 'slow'],
  ['the relay alone works', { udp: blocked, tcp: blocked, relay: works }, 'slow'],
  ['the relay is still tried', { udp: blocked, tcp: blocked }, 'waiting'],
  [
    'the relay alone could not be tried',
    finished({ ...UNTRIED, udp: blocked, tcp: blocked }),
    'busy',
  ],
  ['no way is left', { udp: blocked, tcp: blocked, relay: { state: 'not_offered' } }, 'no_media'],
])('the verdict when %s', (_, found, verdict) => {
  expect(verdictOf({ ...UNTRIED, ...found })).toBe(verdict);
});

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
