// Tries the ways to the media server one after the other, in a private room. Loaded with livekit-client.
import { Room, RoomEvent, type SimulationScenario, Track } from 'livekit-client';
import type { ConnectionCheck } from '../../../../contract/generated/guest-api.ts';
import { retryDelayMs, sleep } from '../connection/backoff.ts';
import { type Path, pathIn } from '../connection/measure-media.ts';
import { type Answer, startConnectionCheck } from '../session/guest-api.ts';
import type { Ways } from './ways.ts';

const CONNECT_MS = 12_000;
const SWITCH_MS = 12_000;
const LOOK_EVERY_MS = 200;
/** Longer than the minute in which the service counts checks. */
const MAX_BUSY_MS = 65_000;

/**
 * Calls `onFound` with each result as soon as it is known. Never rejects: what cannot be reached is reported as
 * blocked, and what the service has no room for is not reported.
 */
export async function checkWays(onFound: (found: Partial<Ways>) => void): Promise<void> {
  const answer = await askForRoom();
  if (answer.kind === 'unavailable') return;
  const direct = answer.kind === 'ok' ? await openRoom(answer.value.mediaToken) : null;
  if (!direct?.wasSignalled) return onFound({ service: { state: 'blocked' } });
  onFound({ service: { state: 'works' } });
  const first = await direct.path();
  onFound({
    udp: first?.way === 'udp' ? found(first) : { state: 'blocked' },
    ...(first?.way === 'tcp' && { tcp: found(first) }),
  });
  if (first?.way !== 'tcp') {
    const second = first && (await direct.switchTo('force-tcp', 'tcp'));
    onFound({ tcp: second ? found(second) : { state: 'blocked' } });
  }
  await direct.close();
  if (!direct.hasRelay) return onFound({ relay: { state: 'not_offered' } });
  // The media server remembers in the first room that TCP was requested.
  const another = await askForRoom();
  if (another.kind === 'unavailable') return;
  const relayed =
    another.kind === 'ok'
      ? await openRoom(another.value.mediaToken, { iceTransportPolicy: 'relay' })
      : null;
  const path = await relayed?.path();
  onFound({ relay: path ? found(path) : { state: 'blocked' } });
  await relayed?.close();
}

/** `unavailable` only if the service is busy for all of MAX_BUSY_MS. */
async function askForRoom(): Promise<Answer<ConnectionCheck>> {
  const until = Date.now() + MAX_BUSY_MS;
  for (let attempt = 0; ; attempt += 1) {
    const answer = await startConnectionCheck();
    if (answer.kind !== 'unavailable' || Date.now() >= until) return answer;
    await sleep(retryDelayMs(attempt));
  }
}

function found({ roundTripMs }: Path) {
  return { state: 'works' as const, roundTripMs };
}

/** A connection attempt, connected or not. */
async function openRoom(token: string, rtcConfig: RTCConfiguration = {}) {
  const url = location.origin.replace(/^http/, 'ws');
  const room = new Room({ stopLocalTrackOnUnpublish: true });
  let wasSignalled = false;
  room.on(RoomEvent.SignalConnected, () => (wasSignalled = true));
  const options = { maxRetries: 0, peerConnectionTimeout: CONNECT_MS, rtcConfig };
  const isConnected = await room.connect(url, token, options).then(
    () => true,
    () => false,
  );
  const silence = new AudioContext();
  const [track] = silence.createMediaStreamDestination().stream.getAudioTracks();
  const source = Track.Source.Microphone;
  if (track && isConnected)
    await room.localParticipant.publishTrack(track, { source }).catch(() => undefined);
  /** How sound reaches the media server, once it does by one of `ways`. */
  const path = async (ways: readonly Path['way'][] = ['udp', 'tcp', 'relay']) => {
    const until = Date.now() + (isConnected ? SWITCH_MS : 0);
    for (; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
      // A reconnection may change it.
      const published = room.localParticipant.getTrackPublication(source)?.track;
      const stats = await published?.getRTCStatsReport().catch(() => undefined);
      const there = stats && pathIn([...stats.values()]);
      if (there && ways.includes(there.way)) return there;
    }
    return null;
  };
  return {
    wasSignalled,
    hasRelay: (room.engine.latestJoinResponse?.iceServers ?? []).some((server) =>
      server.urls.some((address) => /^turns?:/.test(address)),
    ),
    path,
    switchTo: async (scenario: SimulationScenario, way: Path['way']) => {
      await room.simulateScenario(scenario).catch(() => undefined);
      return path([way]);
    },
    close: async () => {
      await room.disconnect(true).catch(() => undefined);
      await silence.close();
    },
  };
}
