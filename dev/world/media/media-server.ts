import { mediaServerPath } from '../../../setup/places.mjs';
import { type EmbeddedMedia, startEmbeddedMedia } from '../../../src/adapters/embedded/livekit.ts';
import { silentLog } from '../clock-and-log.ts';
import { freePorts } from '../free-ports.ts';

export type MediaPorts = { http: number; tcp: number; udp: number };

/** A real LiveKit on free ports of the loopback. Without a `webhookUrl` nobody receives its events. */
export async function startMediaServer(
  dataDir: string,
  webhookUrl = 'http://127.0.0.1:9/nobody',
): Promise<{ server: EmbeddedMedia; ports: MediaPorts }> {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const ports = { http, tcp, udp };
  const nodeIp = '127.0.0.1';
  const options = { dataDir, serverPath, ports, nodeIp, webhookUrl, log: silentLog };
  return { server: await startEmbeddedMedia(options), ports };
}
