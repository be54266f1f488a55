import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeviceKind } from './device-error.ts';
import { DevicePreview } from './device-preview.ts';

type Status = EventTarget & { state: PermissionState };
let permissions: Record<string, Status>;
let refused: boolean;
let tracks: (EventTarget & { stop(): void })[];

beforeEach(() => {
  const prompt = (): Status => Object.assign(new EventTarget(), { state: 'prompt' as const });
  permissions = { microphone: prompt(), camera: prompt() };
  refused = true;
  tracks = [];
  const track = () => {
    const one = Object.assign(new EventTarget(), { stop() {} });
    tracks.push(one);
    return [one];
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async () => {
        if (refused)
          throw Object.assign(new Error('Permission denied'), { name: 'NotAllowedError' });
        return { getAudioTracks: track, getVideoTracks: track };
      },
      addEventListener() {},
      removeEventListener() {},
    },
    permissions: { query: async ({ name }: { name: string }) => permissions[name] },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function allow(kind: DeviceKind): void {
  const status = permissions[kind];
  if (status === undefined) return;
  refused = false;
  status.state = 'granted';
  status.dispatchEvent(new Event('change'));
}

const statusOf = (preview: DevicePreview) => {
  const { microphone, camera } = preview.store.get();
  return [microphone.status, camera.status];
};

test('a refused device opens when the guest allows it in the browser settings', async () => {
  using preview = new DevicePreview();
  preview.start();
  await expect.poll(() => preview.store.get().camera.error).toBe('denied');
  allow('camera');
  await expect.poll(() => statusOf(preview)).toEqual(['off', 'on']);
  allow('microphone');
  await expect.poll(() => statusOf(preview)).toEqual(['on', 'on']);
});

test('a permission opens no device that the guest turned off, and none after the lobby', async () => {
  const preview = new DevicePreview();
  preview.want('camera', false);
  preview.start();
  await expect.poll(() => preview.store.get().microphone.error).toBe('denied');
  allow('camera');
  preview[Symbol.dispose]();
  allow('microphone');
  await new Promise((resolve) => setImmediate(resolve));
  expect([statusOf(preview), tracks]).toEqual([['off', 'off'], []]);
});

test('the next lobby does not call a device refused that the guest used in the meeting since', async () => {
  using preview = new DevicePreview();
  preview.start();
  await expect.poll(() => preview.store.get().camera.error).toBe('denied');
  preview.remember('camera', { wanted: true });
  preview.remember('camera', { wanted: false });
  expect(preview.store.get().camera).toMatchObject({ status: 'off', error: null });
});

test('an unplugged device is called replaced only while the other one is in use', async () => {
  refused = false;
  using preview = new DevicePreview();
  preview.want('camera', true);
  await expect.poll(() => statusOf(preview)).toEqual(['off', 'on']);
  tracks[0]?.dispatchEvent(new Event('ended'));
  await expect.poll(() => preview.store.get().camera.replaced).toBe(true);
  preview.want('camera', false);
  expect(preview.store.get().camera.replaced).toBe(false);
});

test('a guest who chose audio only at the last visit sends no picture at the next one either', async () => {
  refused = false;
  using preview = new DevicePreview({ audioOnly: true });
  preview.start();
  await expect.poll(() => statusOf(preview)).toEqual(['on', 'off']);
  expect(preview.wants('camera')).toBe(false);
});
