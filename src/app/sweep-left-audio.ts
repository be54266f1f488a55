import { existsSync } from 'node:fs';
import { s3Store } from '../adapters/s3/s3-store.ts';
import type { Ctx } from '../core/context.ts';
import { keepSweeping, type SpoolPlace } from '../scribe/spool/sweep-spools.ts';
import type { Settings } from './config/read-settings.ts';
import { followNotices } from './notices/follow-notices.ts';
import type { SpoolOptions } from './scribe-options.ts';

/**
 * For a process without a scribe: deletes what earlier scribes left in its spool folder, when it is no longer kept. A
 * worker does the same for the bucket, since there may be no scribe at all. Null when there is neither.
 */
export async function sweepLeftAudio(
  ctx: Ctx,
  { databaseUrl, spool, roles }: Pick<Settings, 'spool' | 'roles'> & { databaseUrl: string },
): Promise<{ stop(): Promise<void> } | null> {
  const copies = roles.has('worker') ? spool.copies : null;
  if (copies === null && !existsSync(spool.root)) return null;
  const sweeper = keepSweeping(ctx, await openSpoolPlace({ ...spool, copies }));
  const notices = followNotices(databaseUrl, ctx.log, {
    onNotice: ({ topic, ref }) => {
      if (topic === 'artifact') sweeper.tell(ref);
    },
  });
  return {
    stop: async () => {
      await Promise.all([sweeper.stop(), notices.stop()]);
    },
  };
}

export async function openSpoolPlace({ root, copies }: SpoolOptions): Promise<SpoolPlace> {
  return { root, store: copies && (await s3Store(copies)) };
}
