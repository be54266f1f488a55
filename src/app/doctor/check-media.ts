import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { mediaServerPath } from '../../../setup/places.mjs';
import { OLDEST_LIVEKIT } from '../../../setup/steps/media-server.mjs';
import { connectEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { askLiveKit } from '../../adapters/livekit-api/ask-livekit.ts';
import { isPublicAddress } from '../../adapters/outgoing-http/public-address.ts';
import { pollUntil } from '../../core/timing.ts';
import { wasMediaEventReceived } from '../../store/media-event.ts';
import { openStore } from '../../store/open-store.ts';
import type { Settings } from '../config/read-settings.ts';
import { MAX_CLOCK_OFF_MS } from '../clock/shared-clock.ts';
import { jsonLog } from '../output/json-log.ts';
import { addressesOf, answersAt } from './check-address.ts';
import { fault, fine, type Finding } from './finding.ts';

/** LiveKit sends an event at once; the product may wait for its database. */
const ARRIVES_WITHIN_MS = 5_000;
const POLL_MS = 100;

/**
 * An external LiveKit: reachable, accepts the key, new enough, its events received; and its clock. Of the embedded
 * one, whether guests can reach its address.
 */
export async function checkMedia(settings: Settings, isRunning: boolean): Promise<Finding[]> {
  const { media } = settings;
  if (media === null) return [await checkEmbedded(settings)];
  const answer = await askLiveKit(media);
  if (answer.outcome === 'unreachable')
    return [
      fault(
        'media',
        `LiveKit cannot be reached at ${new URL(media.url).host}`,
        'Check LIVEKIT_URL, and that the server is running.',
      ),
    ];
  if (answer.outcome === 'refused')
    return [
      fault(
        'media',
        'LiveKit rejects the key',
        'Set LIVEKIT_API_KEY and LIVEKIT_API_SECRET to a pair from its `keys`.',
      ),
    ];
  const faults: Finding[] = [];
  const { version, clockOffMs } = answer;
  if (version !== null && isOlder(version))
    faults.push(
      fault('media', `is LiveKit ${version}`, `Use ${OLDEST_LIVEKIT.join('.')} or newer.`),
    );
  if (clockOffMs !== null && Math.abs(clockOffMs) > MAX_CLOCK_OFF_MS)
    faults.push(
      fault(
        'clock',
        `differs from that of LiveKit by ${Math.round(Math.abs(clockOffMs) / 1000)} s`,
        'Synchronize both with NTP.',
      ),
    );
  const found = faults.length > 0 ? faults : [fine('media', `LiveKit ${version ?? 'answers'}`)];
  const { room } = answer;
  return room === null ? found : [...found, await checkWebhooks(settings, { room, isRunning })];
}

async function checkEmbedded({ publicUrl, embeddedMedia }: Settings): Promise<Finding> {
  const missing = faultOfProgram(mediaServerPath());
  if (missing) return missing;
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const told = embeddedMedia.nodeIp ? [embeddedMedia.nodeIp] : own.map(({ address }) => address);
  const named = await addressesOf(new URL(publicUrl).hostname);
  return faultOfAddresses(named, told) ?? fine('media', 'embedded, managed by Parley');
}

/** `path`: the LiveKit server that set-up chose. */
export function faultOfProgram(path: string | undefined): Finding | undefined {
  if (path !== undefined && existsSync(path)) return undefined;
  return fault(
    'media',
    'the embedded media server is not installed',
    'Run `npm start`, which fetches it, with the same XDG_CACHE_HOME, or set LIVEKIT_URL.',
  );
}

/** `named`: what the public name leads to. `told`: where guests are told to send media. */
export function faultOfAddresses(
  named: readonly string[],
  told: readonly string[],
): Finding | undefined {
  const isPublic = (addresses: readonly string[]) => addresses.some(isPublicAddress);
  if (!isPublic(named) || isPublic(told)) return undefined;
  return fault(
    'media',
    'guests are told private addresses only, so they hear nothing',
    'Set PARLEY_MEDIA_NODE_IP to the IP address at which guests reach this machine.',
  );
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_LIVEKIT;
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/**
 * Whether a running service received the events of an external LiveKit about `room`, which the doctor just created
 * there. Without these events people are noticed half a minute late.
 */
async function checkWebhooks(
  { publicUrl, databaseUrl, dataDir }: Settings,
  { room, isRunning }: { room: string; isRunning: boolean },
): Promise<Finding> {
  if (!(await answersAt(publicUrl)) || (databaseUrl === null && !isRunning))
    return fine('webhooks', `not tried: no service answers at ${publicUrl}`);
  const server = databaseUrl ? null : await connectEmbeddedPostgres(dataDir, jsonLog('error'));
  const db = openStore(databaseUrl ?? server?.url ?? '', 1);
  try {
    const isThere = () => wasMediaEventReceived(db, room);
    if (await pollUntil(isThere, { withinMs: ARRIVES_WITHIN_MS, everyMs: POLL_MS }))
      return fine('webhooks', "the service receives LiveKit's events");
  } catch {
    return fine('webhooks', 'not tried: the database does not answer');
  } finally {
    await db.destroy();
    await server?.stop();
  }
  return fault(
    'webhooks',
    "the service does not receive LiveKit's events",
    `Make LiveKit call ${publicUrl}/media/events (\`webhook: { api_key, urls }\`), signed with LIVEKIT_API_KEY.`,
  );
}
