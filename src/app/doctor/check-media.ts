import { askLiveKit } from '../../adapters/livekit-api/ask-livekit.ts';
import type { Settings } from '../config/read-settings.ts';
import { MAX_CLOCK_OFF_MS } from '../clock/max-clock-off.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { fault, fine, type Finding } from './finding.ts';

const OLDEST = [1, 9] as const;

/** An external LiveKit: reachable, accepts the key, new enough, its events received; and its clock. */
export async function checkMedia(settings: Settings, isRunning: boolean): Promise<Finding[]> {
  const { media } = settings;
  if (media === null) return [fine('media', 'embedded, managed by Parley')];
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
    faults.push(fault('media', `is LiveKit ${version}`, `Use ${OLDEST.join('.')} or newer.`));
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

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}
