// The core on a real database with a real media server and the real clock.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaServerPath } from '../../../setup/places.mjs';
import { startEmbeddedMedia } from '../../../src/adapters/embedded/livekit.ts';
import { liveKitMedia } from '../../../src/adapters/livekit-api/livekit-media.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { comeIn } from '../service/come-in.ts';
import { noteConnected } from '../../../src/core/participant/note-connected.ts';
import type { Db } from '../../../src/store/schema.ts';
import { coreScene } from '../service/core-scene.ts';
import { freePorts } from '../free-ports.ts';
import { joinAsTalker, type Talker } from './talker.ts';
import { silentLog } from '../clock-and-log.ts';

export type MediaScene = Awaited<ReturnType<typeof mediaScene>>;

/** `webhookUrl`: who is told what the media server sees. */
export async function mediaScene(db: Db, webhookUrl = 'http://127.0.0.1:9/nobody') {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-scribe-'));
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const server = await startEmbeddedMedia({
    dataDir,
    serverPath,
    ports: { http, tcp, udp },
    nodeIp: '127.0.0.1',
    webhookUrl,
    log: silentLog,
  });
  const scene = coreScene(db);
  // Meetings are made by the scene's own clock, and held by the real one.
  scene.clock.advance((Date.now() - scene.clock.now().getTime()) / 1000);
  const ctx: Ctx = { ...scene.ctx, clock: { now: () => new Date() }, media: liveKitMedia(server) };
  return {
    ...scene,
    ctx,
    dataDir,
    server,
    /** A participant in the room, and the meeting in progress. */
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
