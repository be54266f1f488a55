import type { ApiKeyCache } from '../core/api-key/api-key-cache.ts';
import type { Ctx } from '../core/context.ts';

/** `GET /health/ready` answers it as it is; 503 when `status` is `unavailable`. */
export type ReadyBody = { status: 'ok' | 'degraded' | 'unavailable' };

export type ServerContext = {
  core: Ctx;
  apiKeys: ApiKeyCache;
  health: () => Promise<ReadyBody>;
  /** Where the media server takes signalling: http(s) or ws(s). */
  media: { signallingUrl: string };
  /** The folder with the built guest page. */
  webDist: string;
};
