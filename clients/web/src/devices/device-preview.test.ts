import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeviceKind } from './device-error.ts';
import { DevicePreview } from './device-preview.ts';

type Status = EventTarget & { state: PermissionState };
let permissions: Record<string, Status>;
let refused: boolean;
let tracks: { stop(): void; addEventListener(): void }[];

beforeEach(() => {
  const prompt = (): Status => Object.assign(new EventTarget(), { state: 'prompt' as const });
  permissions = { microphone: prompt(), camera: prompt() };
  refused = true;
  tracks = [];
  const track = () => {
    const one = { stop() {}, addEventListener() {} };
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
