import { afterEach, expect, test, vi } from 'vitest';
import { openDevices } from './open-devices.ts';

afterEach(() => vi.unstubAllGlobals());

type States = { microphone: PermissionState; camera: PermissionState };

/** The calls to a browser in which a guest who is asked allows one device, and refuses two at once. */
function browser(states: States) {
  const calls: string[] = [];
  const track = {} as MediaStreamTrack;
  const getUserMedia = async ({ audio, video }: MediaStreamConstraints) => {
    const kinds = [
      ...(audio ? ['microphone' as const] : []),
      ...(video ? ['camera' as const] : []),
    ];
    calls.push(kinds.join(' and '));
    const refusesNow = kinds.length > 1 && kinds.some((kind) => states[kind] === 'prompt');
    if (refusesNow || kinds.some((kind) => states[kind] === 'denied'))
      throw Object.assign(new Error('Permission denied'), { name: 'NotAllowedError' });
    return { getAudioTracks: () => [track], getVideoTracks: () => [track] };
  };
  const query = async ({ name }: { name: keyof States }) => ({ state: states[name] });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia }, permissions: { query } });
  return calls;
}

test.each<[string, States, string[], string[]]>([
  [
    'only the camera is refused for good',
    { microphone: 'prompt', camera: 'denied' },
    ['microphone and camera', 'microphone'],
    ['opened', 'denied'],
  ],
  [
    'only the camera is refused and the microphone is allowed',
    { microphone: 'granted', camera: 'denied' },
    ['microphone and camera', 'microphone'],
    ['opened', 'denied'],
  ],
  [
    'both are refused for good',
    { microphone: 'denied', camera: 'denied' },
    ['microphone and camera'],
    ['denied', 'denied'],
  ],
  [
    'the guest has just refused both',
    { microphone: 'prompt', camera: 'prompt' },
    ['microphone and camera'],
    ['denied', 'denied'],
  ],
])('when %s, guests with %j are asked for %j: %j', async (_, states, expected, outcomes) => {
  const calls = browser(states);
  const opened = await openDevices([
    { kind: 'microphone', deviceId: null },
    { kind: 'camera', deviceId: null },
  ]);
  expect(calls).toEqual(expected);
  expect(
    (['microphone', 'camera'] as const).map((kind) => {
      const result = opened.get(kind);
      return result !== undefined && 'error' in result ? result.error : 'opened';
    }),
  ).toEqual(outcomes);
});
