import { afterEach, expect, test, vi } from 'vitest';
import { OwnDevices } from './own-devices.ts';
import { Preview } from './preview.ts';
import type { RoomDevices } from './room-devices.ts';
import type { VisitEvent } from './visit-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What becomes of a camera that the lobby opened, when the room takes it like this. */
async function goOn(publish: RoomDevices['publish'] | null) {
  const told: VisitEvent['kind'][] = [];
  const track = { stopped: false, stop: () => (track.stopped = true) };
  const room = publish && ({ publish } as Partial<RoomDevices> as RoomDevices);
  const preview = new Preview();
  vi.spyOn(preview, 'take').mockResolvedValue(track as unknown as MediaStreamTrack);
  await new OwnDevices(
    () => room,
    preview,
    ({ kind }) => told.push(kind),
  ).goOnWith('camera');
  return { told, stopped: track.stopped };
}

test('a camera from the lobby goes on in the room', async () => {
  expect(await goOn(async () => {})).toEqual({ told: [], stopped: false });
});

test('a camera from the lobby is off when there is no room any more, and when the room does not take it, which is said', async () => {
  expect(await goOn(null)).toEqual({ told: [], stopped: true });
  expect(await goOn(() => Promise.reject(new Error('not published')))).toEqual({ told: ['device_trouble'], stopped: true });
});

test('what a guest turned off in the room stays off when the lobby opens again, and what is on there is opened by no turn', async () => {
  const preview = new Preview();
  const devices = new OwnDevices(
    () => null,
    preview,
    () => {},
  );
  await devices.turn('camera', false);
  expect(preview.store.read().camera).toMatchObject({ wanted: false, status: 'off' });
  await devices.turn('camera', true);
  expect(preview.store.read().camera).toMatchObject({ wanted: true, status: 'off' });
  devices.note({ kind: 'interrupted' });
  expect(preview.store.read().microphone.wanted).toBe(false);
});

test('a microphone that is muted before it reached the room is not heard there', async () => {
  const opened = Promise.withResolvers<MediaStream>();
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => opened.promise, addEventListener() {}, removeEventListener() {} } });
  const track = { stop: vi.fn(), addEventListener() {} };
  const publish = vi.fn();
  const preview = new Preview();
  const devices = new OwnDevices(
    () => ({ publish, turn: async () => {} }) as Partial<RoomDevices> as RoomDevices,
    preview,
    () => {},
  );
  preview.want('microphone', true);
  const going = devices.goOnWith('microphone');
  await devices.turn('microphone', false);
  opened.resolve({ getAudioTracks: () => [track] } as unknown as MediaStream);
  await going;
  expect(publish).not.toHaveBeenCalled();
  expect(track.stop).toHaveBeenCalled();
});

test('a microphone that is muted while the room takes it is muted there', async () => {
  const turned: boolean[] = [];
  const preview = new Preview();
  vi.spyOn(preview, 'take').mockResolvedValue({ stop() {} } as unknown as MediaStreamTrack);
  const taken = Promise.withResolvers<void>();
  const room = { publish: () => taken.promise, turn: async (_, on) => void turned.push(on) } as Partial<RoomDevices> as RoomDevices;
  const devices = new OwnDevices(
    () => room,
    preview,
    () => {},
  );
  const going = devices.goOnWith('microphone');
  await devices.turn('microphone', false);
  taken.resolve();
  await going;
  expect(turned.at(-1)).toBe(false);
  expect(turned).toHaveLength(2);
});
