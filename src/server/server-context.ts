import type { AuditLog } from '../core/audit/audit-log.ts';
import type { ApiKeyCache } from '../core/api-key/api-key-cache.ts';
import type { ConnectionMeasures } from '../core/connection-quality/connection-quality.ts';
import type { Ctx } from '../core/context.ts';
import type { EventTail } from '../core/event/event-tail.ts';
import type { LiveWordsTail } from '../core/live-words/live-words-tail.ts';
import type { HeldReads } from './live/held-reads.ts';
import type { RateLimits } from './rates/rate-limits.ts';

/** The body of `GET /health/ready`; 503 when `status` is `unavailable`. */
export type ReadyBody = { status: 'ok' | 'degraded' | 'unavailable' };

/** One answer; `seconds` is null for long polls and streams. */
export type MeasureRequest = (answer: {
  route: string;
  method: string;
  status: number;
  seconds: number | null;
}) => void;

/** What a page reported about its media connection. */
export type MeasureConnection = (report: ConnectionMeasures) => void;

export type ServerContext = {
  core: Ctx;
  apiKeys: ApiKeyCache;
  audit: Pick<AuditLog, 'note'>;
  limits: RateLimits;
  held: HeldReads;
  eventTail: EventTail;
  liveWords: LiveWordsTail;
  health: () => Promise<ReadyBody>;
  measure: MeasureRequest;
  measureConnection: MeasureConnection;
  /** Where the media server accepts signalling: http(s) or ws(s). */
  media: {
    signallingUrl: string;
    /** How long a connection waits for a database that does not answer. */
    lookWithinMs?: number;
  };
  /** Origins whose pages may show the guest page in a frame; none when empty. */
  embedOrigins?: readonly string[];
  /** The folder with the built pages. */
  webDist: string;
  /** Addresses of proxies whose X-Forwarded-For is trusted, as proxy-addr reads them. */
  trustedProxies: string;
};
