import { expect, test } from 'vitest';
import { LocalDevices } from './local-devices.ts';
import { DevicePreview } from './device-preview.ts';
import type { RoomDevices } from './room-devices.ts';

/**
 * A guest in a room where another camera is there or not, and where opening cameras fails like this, in turn;
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
    replaceMissingCamera: async () => isOtherThere,
  } as Partial<RoomDevices> as RoomDevices;
  const preview = new DevicePreview();
  const devices = new LocalDevices(
    () => room,
    preview,
    (event) => told.push('notice' in event ? event.notice : 'error' in event && event.error),
  );
  return { devices, told, camera: () => ({ on, wanted: preview.wants('camera') }) };
}

test.each([
  ['another is there', true, ['OverconstrainedError'], 'camera_changed', true],
  ['no other is there', false, ['OverconstrainedError'], 'missing', false],
  ['another is in use', true, ['OverconstrainedError', 'NotReadableError'], 'busy', false],
])(
  'a chosen camera is gone when it is turned on, and %s: the guest is told that',
  async (_, isOtherThere, failures, said, on) => {
    const { devices, told, camera } = guest(isOtherThere, failures);
    await devices.turn('camera', true);
    expect(told).toEqual([said]);
    expect(camera()).toEqual({ on, wanted: on });
  },
);

test('a camera that is unplugged, and that livekit-client does not replace, is replaced by another one', async () => {
  const { devices, told, camera } = guest(true, []);
  devices.onTrackChange({ kind: 'gone', device: 'camera' });
  await expect.poll(() => told).toEqual(['camera_changed']);
  expect(camera()).toEqual({ on: true, wanted: true });
});

test('a camera that the guest turns off while another one is looked for stays off', async () => {
  const { devices, told, camera } = guest(true, ['OverconstrainedError']);
  const turning = devices.turn('camera', true);
  await devices.turn('camera', false);
  await turning;
  expect(told).toEqual([]);
  expect(camera()).toEqual({ on: false, wanted: false });
});

test('a connection that is lost while another camera is looked for leaves the camera to the next one', async () => {
  const { devices, told, camera } = guest(true, ['OverconstrainedError', 'closed']);
  await devices.turn('camera', true);
  expect(told).toEqual([]);
  expect(camera()).toEqual({ on: false, wanted: true });
});
