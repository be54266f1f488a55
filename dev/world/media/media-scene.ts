// The core with a real database, a real media server and the real clock.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveKitMedia } from '../../../src/adapters/livekit-api/livekit-media.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { comeIn } from '../service/come-in.ts';
import { noteConnected } from '../../../src/core/participant/note-connected.ts';
import type { Db } from '../../../src/store/schema.ts';
import { coreScene } from '../service/core-scene.ts';
import { startMediaServer } from './media-server.ts';
import { joinAsTalker, type Talker } from './talker.ts';

export type MediaScene = Awaited<ReturnType<typeof mediaScene>>;

/** `webhookUrl`: who receives the media server's events. */
export async function mediaScene(db: Db, webhookUrl?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-scribe-'));
  const { server } = await startMediaServer(dataDir, webhookUrl);
  const scene = coreScene(db);
  // Meetings are created on the scene's manual clock and held on the real one.
  scene.clock.advance((Date.now() - scene.clock.now().getTime()) / 1000);
  const ctx: Ctx = { ...scene.ctx, clock: { now: () => new Date() }, media: liveKitMedia(server) };
  return {
    ...scene,
    ctx,
    dataDir,
    server,
    /** Brings a participant into the room, which starts the meeting. */
    enter: async (
      link: { guestLinkRef: string; secret: string },
      displayName: string,
    ): Promise<Talker & { participantRef: string }> => {
      const admission = await comeIn(ctx, { ...link, displayName });
      const talker = await joinAsTalker(server.url, admission.mediaToken);
      await noteConnected(ctx, admission);
      return { ...talker, participantRef: admission.participantRef };
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
