import { afterEach, expect, test, vi } from 'vitest';
import { LocalDevices } from './local-devices.ts';
import { DevicePreview } from './device-preview.ts';
import type { RoomDevices } from './room-devices.ts';
import type { SessionEvent } from '../session/session-types.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What becomes of a camera that the lobby opened, when the room takes it like this. */
async function goOn(publish: RoomDevices['publish'] | null) {
  const told: SessionEvent['kind'][] = [];
  const track = { stopped: false, stop: () => (track.stopped = true) };
  const room = publish && ({ publish } as Partial<RoomDevices> as RoomDevices);
  const preview = new DevicePreview();
  vi.spyOn(preview, 'take').mockResolvedValue(track as unknown as MediaStreamTrack);
  await new LocalDevices(
    () => room,
    preview,
    ({ kind }) => told.push(kind),
  ).publishFromLobby('camera');
  return { told, stopped: track.stopped };
}

test('the camera of the lobby is published in the room', async () => {
  expect(await goOn(async () => {})).toEqual({ told: [], stopped: false });
});

test("the lobby's camera is turned off when the room is closed or rejects it, and the guest is told why", async () => {
  expect(await goOn(null)).toEqual({ told: [], stopped: true });
  expect(await goOn(() => Promise.reject(new Error('not published')))).toEqual({
    told: ['host_notice'],
    stopped: true,
  });
});

test('a device turned off in the room stays off in the next lobby; turning one on opens no preview', async () => {
  const preview = new DevicePreview();
  const devices = new LocalDevices(
    () => null,
    preview,
    () => {},
  );
  await devices.turn('camera', false);
  expect(preview.store.get().camera).toMatchObject({ wanted: false, status: 'off' });
  await devices.turn('camera', true);
  expect(preview.store.get().camera).toMatchObject({ wanted: true, status: 'off' });
  devices.onTrackChange({ kind: 'interrupted' });
  expect(preview.store.get().microphone.wanted).toBe(false);
});

test('a microphone muted before it is published is not published unmuted', async () => {
  const opened = Promise.withResolvers<MediaStream>();
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: () => opened.promise,
      addEventListener() {},
      removeEventListener() {},
    },
  });
  const track = { stop: vi.fn(), addEventListener() {} };
  const publish = vi.fn();
  const preview = new DevicePreview();
  const devices = new LocalDevices(
    () => ({ publish, turn: async () => {} }) as Partial<RoomDevices> as RoomDevices,
    preview,
    () => {},
  );
  preview.want('microphone', true);
  const going = devices.publishFromLobby('microphone');
  await devices.turn('microphone', false);
  opened.resolve({ getAudioTracks: () => [track] } as unknown as MediaStream);
  await going;
  expect(publish).not.toHaveBeenCalled();
  expect(track.stop).toHaveBeenCalled();
});

test('a microphone muted while it is being published is muted', async () => {
  const turned: boolean[] = [];
  const preview = new DevicePreview();
  vi.spyOn(preview, 'take').mockResolvedValue({ stop() {} } as unknown as MediaStreamTrack);
  const taken = Promise.withResolvers<void>();
  const room = {
    publish: () => taken.promise,
    turn: async (_, on) => void turned.push(on),
  } as Partial<RoomDevices> as RoomDevices;
  const devices = new LocalDevices(
    () => room,
    preview,
    () => {},
  );
  const going = devices.publishFromLobby('microphone');
  await devices.turn('microphone', false);
  taken.resolve();
  await going;
  expect(turned.at(-1)).toBe(false);
  expect(turned).toHaveLength(2);
});

/** The picture of a screen, and all its copies. */
function screenPicture() {
  const all: { stopped: boolean }[] = [];
  const make = () => {
    const track = {
      kind: 'video',
      stopped: false,
      stop: () => (track.stopped = true),
      clone: make,
      readyState: 'live',
    };
    all.push(track);
    return track as unknown as MediaStreamTrack;
  };
  return { sent: make(), all };
}

/** Somebody who shares a screen and then gets another room. */
async function sharing({
  resumeSharing,
  isClosed = false,
}: Pick<RoomDevices, 'resumeSharing'> & { isClosed?: boolean }) {
  const screen = screenPicture();
  const calls: string[] = [];
  const told: SessionEvent[] = [];
  const shareScreen = async (on: boolean) => void calls.push(on ? 'share' : 'stop');
  const sharedTracks = () => [screen.sent];
  const turn = async () => {};
  const makeRoom = () =>
    ({
      turn,
      shareScreen,
      sharedTracks,
      resumeSharing,
      isClosed,
    }) as Partial<RoomDevices> as RoomDevices;
  let room: RoomDevices | null = makeRoom();
  const devices = new LocalDevices(
    () => room,
    new DevicePreview(),
    (event) => told.push(event),
  );
  await devices.shareScreen(true);
  calls.length = 0;
  const changeRoom = (there: boolean) => (room = there ? makeRoom() : null);
  changeRoom(true);
  return { devices, calls, told, screen, changeRoom };
}

test('a shared screen is shared again on every new connection until the guest stops or leaves', async () => {
  const sent: MediaStreamTrack[] = [];
  const { devices, calls, screen, changeRoom } = await sharing({
    resumeSharing: async (tracks) => void sent.push(...tracks),
  });
  await devices.reopen();
  changeRoom(true);
  await devices.reopen();
  expect(sent).toHaveLength(2);
  expect(calls).toEqual([]);
  devices.stopSharing();
  await devices.reopen();
  expect(sent).toHaveLength(2);
  // The others are the rooms' own, which let go of them.
  expect(screen.all.filter(({ stopped }) => !stopped)).toEqual([screen.sent, ...sent]);
});

test('a screen that the guest stops sharing while it is being published again is not shared', async () => {
  const taken = Promise.withResolvers<void>();
  const { devices, calls } = await sharing({ resumeSharing: () => taken.promise });
  const opening = devices.reopen();
  devices.stopSharing();
  taken.resolve();
  await opening;
  expect(calls).toEqual(['stop']);
});

test('a screen that a new connection rejects is released; a lost connection keeps it for the next one', async () => {
  const refused = await sharing({
    resumeSharing: () => Promise.reject(new Error('not published')),
  });
  await refused.devices.reopen();
  expect(refused.told).toMatchObject([{ kind: 'device_notice', notice: 'screen_failed' }]);
  expect(refused.screen.all.filter(({ stopped }) => !stopped)).toEqual([refused.screen.sent]);

  const failed = Promise.withResolvers<void>();
  const lost = await sharing({ resumeSharing: () => failed.promise });
  const opening = lost.devices.reopen();
  lost.changeRoom(false);
  failed.reject(new Error('no connection'));
  await opening;
  expect(lost.told).toEqual([]);
  expect(lost.screen.all.filter(({ stopped }) => !stopped)).toHaveLength(2);

  // The connection ended, and the page has not heard of it yet.
  const rejects = () => Promise.reject(new Error('closed'));
  const ended = await sharing({ resumeSharing: rejects, isClosed: true });
  await ended.devices.reopen();
  expect(ended.told).toEqual([]);
  expect(ended.screen.all.filter(({ stopped }) => !stopped)).toHaveLength(2);
});

test('a camera that a host turns off stays off on the next connection, and the guest is told', async () => {
  const told: SessionEvent[] = [];
  const turned: string[] = [];
  const preview = new DevicePreview();
  const devices = new LocalDevices(
    () => ({ turn: async (kind) => void turned.push(kind) }) as Partial<RoomDevices> as RoomDevices,
    preview,
    (event) => told.push(event),
  );
  devices.onTrackChange({ kind: 'muted', device: 'camera' });
  await devices.reopen();
  expect(turned).toEqual(['microphone']);
  expect(told).toMatchObject([{ kind: 'host_notice', notice: 'camera_off_by_host' }]);
});

test('a screen that a host stops is captured no longer and not shared again, and the guest is told', async () => {
  const resumeSharing = vi.fn();
  const { devices, calls, told, screen, changeRoom } = await sharing({ resumeSharing });
  devices.onTrackChange({ kind: 'muted', device: 'screen' });
  expect(calls).toEqual(['stop']);
  // The track of the room, which stops its own one.
  expect(screen.all.filter(({ stopped }) => !stopped)).toEqual([screen.sent]);
  changeRoom(true);
  await devices.reopen();
  expect(resumeSharing).not.toHaveBeenCalled();
  expect(told).toMatchObject([{ kind: 'host_notice', notice: 'screen_stopped_by_host' }]);
});

test('a guest who stops sharing is not told that a host did', async () => {
  const { devices, told } = await sharing({ resumeSharing: async () => {} });
  await devices.shareScreen(false);
  devices.onTrackChange({ kind: 'muted', device: 'screen' });
  expect(told).toEqual([]);
});
