import type { ICEServer } from '@livekit/protocol';
import type { RTCDtlsTransport, RTCPeerConnection } from 'werift';
import { type AudioBlock, isRtp, redundantBlocks, type RtpPacket } from './rtp-packet.ts';
import { srtpReader } from './srtp-reader.ts';

const LOOK_EVERY_MS = 1_000;
/** The media server asks every 2 s whether we are there. */
const GONE_AFTER_MS = 7_000;
const PROFILE_GCM = 7;

export type SubscriberListener = {
  onPacket(mediaTrackSid: string, sequence: number, blocks: AudioBlock[]): void;
  onCandidate(candidate: object): void;
  onConnected(): void;
  /** Nothing has come since then. */
  onGone(sinceMs: number): void;
};
export type Subscriber = {
  /** The tracks that the offer brings, and the answer to it. */
  take(sdp: string): Promise<{ trackSids: string[]; sdp: string }>;
  addCandidate(candidate: string): Promise<void>;
  close(): Promise<void>;
};

/** The peer connection through which the media server sends us the sound of others. */
export async function openSubscriber(iceServers: readonly ICEServer[], listener: SubscriberListener): Promise<Subscriber> {
  const { RTCPeerConnection, RTCRtpCodecParameters } = await import('werift');
  const opus = { clockRate: 48_000, channels: 2 };
  const connection = new RTCPeerConnection({
    // A reachable media server tells its addresses; asking a STUN server would tell a third party of us.
    iceServers: iceServers.flatMap(({ urls, username, credential }) =>
      urls.filter((url) => url.startsWith('turn')).map((url) => ({ urls: url, username, credential })),
    ),
    iceTcpPassive: false,
    bundlePolicy: 'max-bundle',
    codecs: {
      audio: [
        new RTCRtpCodecParameters({ ...opus, mimeType: 'audio/red', payloadType: 63 }),
        new RTCRtpCodecParameters({ ...opus, mimeType: 'audio/opus', payloadType: 111, parameters: 'minptime=10;useinbandfec=1' }),
      ],
      video: [],
    },
    headerExtensions: { audio: [], video: [] },
  });
  let offer = readOffer('');
  const hear = (packet: RtpPacket | null): void => {
    const trackSid = packet && offer.trackOf.get(packet.ssrc);
    const codec = packet && offer.codecs.get(packet.payloadType);
    if (!trackSid || !codec || packet.payload.length === 0) return;
    const { payload, timestamp } = packet;
    const blocks = codec === 'red' ? redundantBlocks(payload, timestamp) : [{ timestamp, data: payload }];
    if (blocks.length > 0) listener.onPacket(trackSid, packet.sequence, blocks);
  };
  connection.onIceCandidate.subscribe((candidate) => candidate && listener.onCandidate(candidate.toJSON()));
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') listener.onConnected();
    if (state === 'failed' || state === 'closed') listener.onGone(Date.now());
  });
  const watch = watchPath(connection, listener.onGone);
  // One after the other: an offer may come while another is answered.
  let before: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = before.then(work);
    before = done.catch(() => {});
    return done;
  };
  return {
    take: (sdp) =>
      inTurn(async () => {
        offer = readOffer(sdp);
        await connection.setRemoteDescription({ type: 'offer', sdp });
        for (const transport of connection.dtlsTransports) readOurselves(transport, hear, listener.onGone);
        await connection.setLocalDescription(await connection.createAnswer());
        return { trackSids: [...new Set(offer.trackOf.values())], sdp: connection.localDescription?.sdp ?? '' };
      }),
    addCandidate: (candidate) => inTurn(() => connection.addIceCandidate(JSON.parse(candidate))),
    close: async () => {
      clearInterval(watch);
      await connection.close();
    },
  };
}

/** Which sender carries which track, and what the payload types that we hear are. */
export function readOffer(sdp: string): { trackOf: Map<number, string>; codecs: Map<number, string> } {
  const senders = sdp.matchAll(/^a=ssrc:(\d+) msid:\S+ (\S+)/gm);
  const codecs = sdp.matchAll(/^a=rtpmap:(\d+) (opus|red)\/48000/gim);
  return {
    trackOf: new Map([...senders].map(([, ssrc, sid]) => [Number(ssrc), sid ?? ''])),
    codecs: new Map([...codecs].map(([, type, codec]) => [Number(type), (codec ?? '').toLowerCase()])),
  };
}

/** In the place of the library's own way to a packet, which takes many times as long and sends reports that nobody needs. */
function readOurselves(transport: RTCDtlsTransport, hear: (packet: RtpPacket | null) => void, onGone: SubscriberListener['onGone']): void {
  transport.startSrtp = () => {
    if (transport.srtpStarted) return;
    transport.srtpStarted = true;
    transport.updateSrtpSession();
    const { keys, profile } = transport.srtp.config;
    // Every LiveKit server speaks it, and the library asks for it first.
    if (profile !== PROFILE_GCM) return onGone(Date.now());
    const read = srtpReader({ masterKey: keys.remoteMasterKey, masterSalt: keys.remoteMasterSalt });
    transport.iceTransport.connection.onData.subscribe((bytes) => {
      if (isRtp(bytes)) hear(read(bytes));
    });
  };
}

/** The library finds out after 30 s that nobody answers. */
function watchPath(connection: RTCPeerConnection, onGone: (sinceMs: number) => void): NodeJS.Timeout {
  let seen = -1;
  let seenAtMs = Date.now();
  return setInterval(() => {
    const pair = connection.iceTransports[0]?.connection.nominated;
    if (!pair) return;
    const came = pair.packetsReceived + pair.requestsReceived + pair.responsesReceived;
    if (came !== seen) [seen, seenAtMs] = [came, Date.now()];
    else if (Date.now() - seenAtMs > GONE_AFTER_MS) onGone(seenAtMs);
  }, LOOK_EVERY_MS);
}
