import { connectEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { pollUntil } from '../../core/timing.ts';
import { wasMediaEventReceived } from '../../store/media-event.ts';
import { openStore } from '../../store/open-store.ts';
import type { Settings } from '../config/read-settings.ts';
import { jsonLog } from '../json-log.ts';
import { answersAt } from './check-address.ts';
import { fault, fine, type Finding } from './finding.ts';

/** LiveKit sends an event at once; the product may wait for its database. */
const ARRIVES_WITHIN_MS = 5_000;
const POLL_MS = 100;

/**
 * Whether a running service received the events of an external LiveKit about `room`, which the doctor just created
 * there. Without these events people are noticed half a minute late.
 */
export async function checkWebhooks(
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
