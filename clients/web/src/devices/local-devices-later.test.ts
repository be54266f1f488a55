// Devices that could not be sent, and what later connections do with them.
import { ConnectionError, PublishTrackError } from 'livekit-client';
import { expect, test, vi } from 'vitest';
import { LocalDevices } from './local-devices.ts';
import { DevicePreview } from './device-preview.ts';
import type { RoomDevices } from './room-devices.ts';
import type { SessionEvent } from '../session/session-types.ts';

/** Somebody whose first connection takes the lobby's microphone like this; `lose` replaces that connection. */
function connections(
  publish: RoomDevices['publish'],
  isConnected = true,
  turning: () => Promise<void> = async () => {},
) {
  const told: SessionEvent[] = [];
  const turned: string[] = [];
  const turn = (kind: string, on: boolean) => {
    turned.push(`${kind} ${on ? 'on' : 'off'}`);
    return turning();
  };
  const [first, second] = [
    { publish, turn, isConnected },
    { publish, turn, isConnected },
  ] as Partial<RoomDevices>[];
  let room = first;
  const preview = new DevicePreview();
  vi.spyOn(preview, 'take').mockResolvedValue({ stop() {} } as unknown as MediaStreamTrack);
  preview.remember('microphone', { wanted: true });
  preview.remember('camera', { wanted: false });
  const devices = new LocalDevices(
    () => room as RoomDevices,
    preview,
    (event) => told.push(event),
  );
  return { devices, told, turned, preview, lose: () => void (room = second) };
}

const noAnswer = () => Promise.reject(ConnectionError.timeout('no answer'));

test('a microphone that cannot be sent while the connection is down is sent once when it is back', async () => {
  const { devices, told, turned } = connections(noAnswer, false);
  await devices.publishFromLobby('microphone');
  await devices.sendAgain();
  await devices.sendAgain();
  expect([told, turned]).toEqual([[], ['microphone on']]);
});

test('a microphone that is turned off before the connection is back stays off', async () => {
  const { devices, turned } = connections(noAnswer, false);
  await devices.publishFromLobby('microphone');
  await devices.turn('microphone', false);
  turned.length = 0;
  await devices.sendAgain();
  expect(turned).toEqual([]);
});

test('a microphone that is turned off before it is known that it cannot be sent stays off', async () => {
  const answer = Promise.withResolvers<void>();
  const wait = () => answer.promise;
  // livekit-client turns nothing off that is still being published.
  const { devices, told, turned } = connections(wait, false, wait);
  const going = [devices.publishFromLobby('microphone'), devices.turn('microphone', false)];
  answer.reject(new PublishTrackError('no answer', 408));
  await Promise.all(going);
  await devices.sendAgain();
  expect([told, turned]).toEqual([[], ['microphone off', 'microphone off']]);
});

test('a microphone that the media server does not take is off, and not called broken', async () => {
  const { devices, told, turned, preview } = connections(noAnswer);
  await devices.publishFromLobby('microphone');
  await devices.sendAgain();
  expect(told).toMatchObject([{ kind: 'host_notice', notice: 'host_action_failed' }]);
  expect([turned, preview.wants('microphone')]).toEqual([[], false]);
});

test('a microphone that a host has locked stays off on later connections, and the guest is told', async () => {
  const { devices, told, turned } = connections(() =>
    Promise.reject(new PublishTrackError('insufficient permissions', 403)),
  );
  await devices.publishFromLobby('microphone');
  await devices.reopen();
  expect(told).toMatchObject([{ kind: 'host_notice', notice: 'locked_by_host' }]);
  expect(turned).toEqual([]);
});

test.each([
  ['is not sent in time', new PublishTrackError('no answer', 408), ['host_action_failed']],
  ['a host has locked', new PublishTrackError('insufficient permissions', 403), ['locked_by_host']],
  ['the system blocks', new DOMException('by system', 'NotAllowedError'), ['screen_failed']],
  ['the guest does not choose', new DOMException('denied', 'NotAllowedError'), []],
])('a guest whose screen %s is told that, unless it was cancelled', async (_, thrown, said) => {
  const told: SessionEvent[] = [];
  const room = { shareScreen: () => Promise.reject(thrown) } as Partial<RoomDevices>;
  const devices = new LocalDevices(
    () => room as RoomDevices,
    new DevicePreview(),
    (event) => told.push(event),
  );
  await devices.shareScreen(true);
  expect(told.map((event) => 'notice' in event && event.notice)).toEqual(said);
});

test('a microphone that was not sent because the connection was lost is sent on the next one', async () => {
  const { devices, told, turned, lose } = connections(() => {
    lose();
    return Promise.reject(new Error('closed'));
  });
  await devices.publishFromLobby('microphone');
  await devices.reopen();
  expect(told).toEqual([]);
  expect(turned).toEqual(['microphone on']);
});
