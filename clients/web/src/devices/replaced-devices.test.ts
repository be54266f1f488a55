// Chosen devices that are gone in the meeting, and those that the guest no longer allows.
import { afterEach, expect, test, vi } from 'vitest';
import type { DeviceKind } from './device-error.ts';
import { LocalDevices } from './local-devices.ts';
import { DevicePreview } from './device-preview.ts';
import type { RoomDevices } from './room-devices.ts';

afterEach(() => vi.unstubAllGlobals());

/**
 * A guest in a room where another device is there or not, and where opening devices fails like this, in turn;
 * `closed` is a lost connection.
 */
function guest(isOtherThere: boolean, failures: string[]) {
  const told: unknown[] = [];
  let [on, isClosed] = [false, false];
  const room = {
    get isClosed() {
      return isClosed;
    },
    turn: async (_, wanted) => {
      const name = wanted ? failures.shift() : undefined;
      isClosed = name === 'closed';
      if (name !== undefined) throw new DOMException('', name);
      on = wanted;
    },
    replaceMissing: async () => isOtherThere,
  } as Partial<RoomDevices> as RoomDevices;
  const preview = new DevicePreview();
  const devices = new LocalDevices(
    () => room,
    preview,
    (event) => told.push('notice' in event ? event.notice : 'error' in event && event.error),
  );
  return { devices, told, stateOf: (kind: DeviceKind) => ({ on, wanted: preview.wants(kind) }) };
}

test.each<[DeviceKind, string, boolean, string[], string, boolean]>([
  ['camera', 'another is there', true, ['OverconstrainedError'], 'camera_changed', true],
  ['camera', 'no other is there', false, ['OverconstrainedError'], 'missing', false],
  [
    'camera',
    'another is in use',
    true,
    ['OverconstrainedError', 'NotReadableError'],
    'busy',
    false,
  ],
  ['microphone', 'another is there', true, ['OverconstrainedError'], 'microphone_changed', true],
  ['microphone', 'no other is there', false, ['NotFoundError'], 'missing', false],
])(
  'a chosen %s is gone when it is turned on, and %s: the guest is told that',
  async (kind, _, isOtherThere, failures, said, on) => {
    const { devices, told, stateOf } = guest(isOtherThere, failures);
    await devices.turn(kind, true);
    expect(told).toEqual([said]);
    expect(stateOf(kind)).toEqual({ on, wanted: on });
  },
);

test('a camera that is unplugged, and that livekit-client does not replace, is replaced by another one', async () => {
  const { devices, told, stateOf } = guest(true, []);
  devices.onTrackChange({ kind: 'gone', device: 'camera' });
  await expect.poll(() => told).toEqual(['camera_changed']);
  expect(stateOf('camera')).toEqual({ on: true, wanted: true });
});

test('a microphone that is unplugged, and for which livekit-client found no other, is not opened again', async () => {
  const { devices, told, stateOf } = guest(true, []);
  devices.onTrackChange({ kind: 'gone', device: 'microphone' });
  await expect.poll(() => told).toEqual(['missing']);
  expect(stateOf('microphone')).toEqual({ on: false, wanted: false });
});

test.each<DeviceKind>(['microphone', 'camera'])(
  'a %s that the guest no longer allows during the meeting is called not allowed, not missing',
  async (kind) => {
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'denied' }) } });
    const { devices, told, stateOf } = guest(false, []);
    devices.onTrackChange({ kind: 'gone', device: kind });
    await expect.poll(() => told).toEqual(['denied']);
    expect(stateOf(kind).wanted).toBe(false);
  },
);

test('a camera that the guest turns off while another one is looked for stays off', async () => {
  const { devices, told, stateOf } = guest(true, ['OverconstrainedError']);
  const turning = devices.turn('camera', true);
  await devices.turn('camera', false);
  await turning;
  expect(told).toEqual([]);
  expect(stateOf('camera')).toEqual({ on: false, wanted: false });
});

test('a connection that is lost while another camera is looked for leaves the camera to the next one', async () => {
  const { devices, told, stateOf } = guest(true, ['OverconstrainedError', 'closed']);
  await devices.turn('camera', true);
  expect(told).toEqual([]);
  expect(stateOf('camera')).toEqual({ on: false, wanted: true });
});
