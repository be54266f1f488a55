import type { Socket } from 'node:dgram';
import type { ICEServer } from '@livekit/protocol';
import type { RTCDtlsTransport, RTCPeerConnection, StunProtocol } from 'werift';
import { PacketQueue } from './rtp/packet-queue.ts';
import { type AudioBlock, isRtp, redundantBlocks, rtpSender } from './rtp/rtp-packet.ts';
import { SocketPause } from './socket-pause.ts';
import { type SrtpReader, srtpReader } from './rtp/srtp-reader.ts';

/** The media server asks every 2 s whether we are there. */
const GONE_AFTER_MS = 7_000;
const PROFILE_GCM = 7;

export type SubscriberListener = {
  /** Called by `read`; `atMs`: when it came, by `performance.now()`. */
  onPacket(mediaTrackSid: string, sequence: number, blocks: AudioBlock[], atMs: number): void;
  /** Packets of somebody who may be speaking wait to be read. */
  onSpeech(): void;
  onCandidate(candidate: object): void;
  onConnected(): void;
  /** Nothing has come since then. */
  onGone(sinceMs: number): void;
};
export type Subscriber = {
  /** The tracks that the offer brings, and the answer to it. */
  take(sdp: string): Promise<{ trackSids: string[]; sdp: string }>;
  addCandidate(candidate: string): Promise<void>;
  /** Hands over what came since the last time, and looks whether anything comes at all; then calls `then`. */
  read(then: () => void): void;
  /** Whether packets wait until they are read. */
  isPaused(): boolean;
  close(): Promise<void>;
};

/** The peer connection through which the media server sends us the sound of others. */
export async function openSubscriber(
  iceServers: readonly ICEServer[],
  listener: SubscriberListener,
): Promise<Subscriber> {
  const { RTCPeerConnection, RTCRtpCodecParameters } = await import('werift');
  const opus = { clockRate: 48_000, channels: 2 };
  const connection = new RTCPeerConnection({
    // A reachable media server tells its addresses; asking a STUN server would tell a third party of us.
    iceServers: iceServers.flatMap(({ urls, username, credential }) =>
      urls
        .filter((url) => url.startsWith('turn'))
        .map((url) => ({ urls: url, username, credential })),
    ),
    iceTcpPassive: false,
    bundlePolicy: 'max-bundle',
    codecs: {
      audio: [
        new RTCRtpCodecParameters({ ...opus, mimeType: 'audio/red', payloadType: 63 }),
        new RTCRtpCodecParameters({
          ...opus,
          mimeType: 'audio/opus',
          payloadType: 111,
          parameters: 'minptime=10;useinbandfec=1',
        }),
      ],
      video: [],
    },
    headerExtensions: { audio: [], video: [] },
  });
  let offer = readOffer('');
  let decrypt: SrtpReader | undefined;
  let pause: SocketPause | undefined;
  let came = 0;
  const queue = new PacketQueue();
  const readQueue = (): void => {
    for (const { bytes, atMs } of queue.takeAll()) {
      const packet = decrypt?.(bytes);
      const trackSid = packet && offer.trackOf.get(packet.ssrc);
      const codec = packet && offer.codecs.get(packet.payloadType);
      if (!trackSid || !codec || packet.payload.length === 0) continue;
      const { payload, timestamp, sequence } = packet;
      const blocks =
        codec === 'red' ? redundantBlocks(payload, timestamp) : [{ timestamp, data: payload }];
      if (blocks.length > 0) listener.onPacket(trackSid, sequence, blocks, atMs);
    }
  };
  const gather = (then: () => void): void =>
    pause ? pause.gather(performance.now(), then) : then();
  const keep = (bytes: Buffer): void => {
    came += 1;
    pause?.count();
    const sender = rtpSender(bytes);
    if (offer.trackOf.has(sender) && queue.add({ bytes, sender, atMs: performance.now() }))
      listener.onSpeech();
  };
  connection.onIceCandidate.subscribe(
    (candidate) => candidate && listener.onCandidate(candidate.toJSON()),
  );
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') listener.onConnected();
    if (state === 'failed' || state === 'closed') listener.onGone(Date.now());
  });
  const watchPath = pathWatch(connection, () => came, listener.onGone);
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
        await new Promise<void>(gather);
        readQueue();
        offer = readOffer(sdp);
        pause?.offered(offer.trackOf.size, performance.now());
        await connection.setRemoteDescription({ type: 'offer', sdp });
        for (const transport of connection.dtlsTransports) {
          readOurselves(transport, {
            onKeys: (reader) => (decrypt = reader),
            onRtp: keep,
            onSocket: (socket) => {
              pause = new SocketPause(socket);
              pause.offered(offer.trackOf.size, performance.now());
            },
            onRefused: () => listener.onGone(Date.now()),
          });
        }
        await connection.setLocalDescription(await connection.createAnswer());
        return {
          trackSids: [...new Set(offer.trackOf.values())],
          sdp: connection.localDescription?.sdp ?? '',
        };
      }),
    addCandidate: (candidate) => inTurn(() => connection.addIceCandidate(JSON.parse(candidate))),
    read: (then) =>
      gather(() => {
        readQueue();
        watchPath();
        then();
      }),
    isPaused: () => pause?.isPaused ?? false,
    close: () => connection.close(),
  };
}

/** Which sender carries which track, and what the payload types that we hear are. */
function readOffer(sdp: string): { trackOf: Map<number, string>; codecs: Map<number, string> } {
  const senders = sdp.matchAll(/^a=ssrc:(\d+) msid:\S+ (\S+)/gm);
  const codecs = sdp.matchAll(/^a=rtpmap:(\d+) (opus|red)\/48000/gim);
  return {
    trackOf: new Map([...senders].map(([, ssrc, sid]) => [Number(ssrc), sid ?? ''])),
    codecs: new Map(
      [...codecs].map(([, type, codec]) => [Number(type), (codec ?? '').toLowerCase()]),
    ),
  };
}

type OwnWay = {
  onKeys(reader: SrtpReader): void;
  onRtp(bytes: Buffer): void;
  /** Packets come through this one. */
  onSocket(socket: Socket): void;
  onRefused(): void;
};

/**
 * In the place of the library's own way to a packet, which takes many times as long and sends
 * reports that nobody needs.
 */
function readOurselves(
  transport: RTCDtlsTransport,
  { onKeys, onRtp, onSocket, onRefused }: OwnWay,
): void {
  transport.startSrtp = () => {
    if (transport.srtpStarted) return;
    transport.srtpStarted = true;
    transport.updateSrtpSession();
    const { keys, profile } = transport.srtp.config;
    // Every LiveKit server speaks it, and the library asks for it first.
    if (profile !== PROFILE_GCM) return onRefused();
    onKeys(srtpReader({ masterKey: keys.remoteMasterKey, masterSalt: keys.remoteMasterSalt }));
    const { onData, nominated } = transport.iceTransport.connection;
    onData.subscribe((bytes) => isRtp(bytes) && onRtp(bytes));
    if (nominated?.protocol.type !== 'stun') return;
    // Straight from the socket, past two events of the library, each with a promise.
    const { transport: udp } = nominated.protocol as StunProtocol;
    const onOther = udp.onData;
    udp.onData = (bytes, from) => (isRtp(bytes) ? onRtp(bytes) : onOther(bytes, from));
    onSocket(udp.socket);
  };
}

/** The library finds out after 30 s that nobody answers. `ownCame`: packets that it does not see. */
function pathWatch(
  connection: RTCPeerConnection,
  ownCame: () => number,
  onGone: (sinceMs: number) => void,
): () => void {
  let seen = -1;
  let seenAtMs = Date.now();
  return () => {
    const pair = connection.iceTransports[0]?.connection.nominated;
    if (!pair) return;
    const came = ownCame() + pair.packetsReceived + pair.requestsReceived + pair.responsesReceived;
    if (came !== seen) [seen, seenAtMs] = [came, Date.now()];
    else if (Date.now() - seenAtMs > GONE_AFTER_MS) onGone(seenAtMs);
  };
}
