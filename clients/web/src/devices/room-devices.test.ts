import type { Room } from 'livekit-client';
import { afterEach, expect, test, vi } from 'vitest';
import { RoomDevices } from './room-devices.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A room in which both devices are published with this state of their tracks, or none is. */
function devicesIn(published: { readyState: 'live' | 'ended'; muted: boolean } | null) {
  const calls: string[] = [];
  const track = {
    mediaStreamTrack: published,
    restartTrack: async () => void calls.push('restart'),
  };
  const localParticipant = {
    getTrackPublication: () => (published === null ? undefined : { track }),
    publishTrack: async () => void calls.push('publish'),
    setMicrophoneEnabled: async (on: boolean) => void calls.push(`microphone ${on}`),
    setCameraEnabled: async (on: boolean) => void calls.push(`camera ${on}`),
  };
  const over = new AbortController();
  const devices = new RoomDevices({ localParticipant } as unknown as Room, over.signal, () =>
    calls.push('changed'),
  );
  return { devices, calls, over };
}

function fromLobby() {
  return { stop: vi.fn(), getSettings: () => ({}) };
}

test('the microphone of the lobby is stopped when the room has its own one or is closed', async () => {
  const live = devicesIn({ readyState: 'live', muted: false });
  const closed = devicesIn(null);
  closed.over.abort();
  for (const { devices, calls } of [live, closed]) {
    const media = fromLobby();
    await devices.publish('microphone', media as unknown as MediaStreamTrack);
    expect(media.stop).toHaveBeenCalled();
    expect(calls).toEqual([]);
  }
});

test.each([
  ['turned on', 'that of the lobby is still being sent', ['publish', 'sent', 'microphone true']],
  ['that of the lobby', 'it is still being turned on', ['microphone true', 'sent']],
])('a microphone is sent once: %s while %s', async (first, _, expected) => {
  vi.stubGlobal('MediaStream', class {});
  const sent = Promise.withResolvers<void>();
  const calls: string[] = [];
  let publication: object | undefined;
  const send = async (name: string) => {
    calls.push(name);
    if (calls.length > 1) return;
    await sent.promise;
    calls.push('sent');
    publication = {};
  };
  const localParticipant = {
    getTrackPublication: () => publication,
    publishTrack: () => send('publish'),
    setMicrophoneEnabled: (on: boolean) => send(`microphone ${on}`),
  };
  const { signal } = new AbortController();
  const devices = new RoomDevices({ localParticipant } as unknown as Room, signal, () => {});
  const listen = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const media = { ...fromLobby(), ...listen, getConstraints: () => ({}) };
  const publish = () => devices.publish('microphone', media as unknown as MediaStreamTrack);
  const turn = () => devices.turn('microphone', true);
  const acts = first === 'turned on' ? [publish(), turn()] : [turn(), publish()];
  sent.resolve();
  await Promise.all(acts);
  expect(calls).toEqual(expected);
});

test.each([
  [{ readyState: 'ended', muted: false }, ['restart', 'microphone true', 'changed']],
  [{ readyState: 'live', muted: true }, ['restart', 'microphone true', 'changed']],
  [{ readyState: 'live', muted: false }, ['microphone true', 'changed']],
] as const)('a microphone of which a phone left %j is turned on by %j', async (left, expected) => {
  const { devices, calls } = devicesIn(left);
  await devices.turn('microphone', true);
  expect(calls).toEqual(expected);
});

test('a dead microphone is not reopened to turn it off', async () => {
  const { devices, calls } = devicesIn({ readyState: 'ended', muted: false });
  await devices.turn('microphone', false);
  expect(calls).toEqual(['microphone false', 'changed']);
});

test('a camera that was turned off is opened once to turn it on', async () => {
  const { devices, calls } = devicesIn({ readyState: 'ended', muted: false });
  await devices.turn('camera', true);
  // livekit-client opens it.
  expect(calls).toEqual(['camera true', 'changed']);
});

test.each([
  ['is there', ['built-in', 'usb'], true, []],
  ['is gone', ['built-in', 'virtual'], true, ['built-in']],
  ['is gone like all others', [], false, []],
])('a chosen device that %s: of %j another is taken (%s): %j', async (_, ids, found, taken) => {
  const kinds = ['audioinput', 'videoinput', 'audiooutput'];
  const enumerateDevices = async () =>
    kinds.flatMap((kind) =>
      (kind === 'audiooutput' ? ['speakers'] : ids).map((deviceId) => ({ kind, deviceId })),
    );
  vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices } });
  const switched: [string, string][] = [];
  const room = {
    getActiveDevice: () => 'usb',
    switchActiveDevice: async (kind: string, id: string) => switched.push([kind, id]),
  };
  const { signal } = new AbortController();
  const devices = new RoomDevices(room as unknown as Room, signal, () => {});
  expect(await devices.replaceMissing('microphone')).toBe(found);
  expect(await devices.replaceMissing('camera')).toBe(found);
  const takenOf = (kind: string) => taken.map((id) => [kind, id]);
  expect(switched).toEqual([...takenOf('audioinput'), ...takenOf('videoinput')]);
});
