import type { ICEServer } from '@livekit/protocol';
import type { RTCPeerConnection } from 'werift';
import { receiveRtp } from './rtp/receive-rtp.ts';
import type { SrtpReader } from './rtp/srtp-reader.ts';
import { type AudioBlock, redundantBlocks, rtpSender } from './rtp/rtp-packet.ts';

/** The media server checks every 2 s whether we are there. */
const GONE_AFTER_MS = 7_000;
/** Some seconds of a large room. */
const MAX_WAITING_PACKETS = 10_000;
/** A silent sender sends a packet or two at once, then none for 0.4 s. */
const STEADY = { packets: 3, withinMs: 200 };

export type SubscriberListener = {
  /** Called by `read`; `atMs`: its arrival by `performance.now()`. */
  onPacket(mediaTrackSid: string, sequence: number, blocks: AudioBlock[], atMs: number): void;
  /** Packets of a participant who may be speaking wait to be read. */
  onSpeech(): void;
  onCandidate(candidate: object): void;
  onConnected(): void;
  /** The time of the last packet. */
  onGone(sinceMs: number): void;
};

/** The peer connection through which the media server sends us sound. */
export async function openSubscriber(
  iceServers: readonly ICEServer[],
  listener: SubscriberListener,
): Promise<Subscriber> {
  return new Subscriber(await openConnection(iceServers), listener);
}

export class Subscriber {
  readonly #connection: RTCPeerConnection;
  readonly #listener: SubscriberListener;
  readonly #queue = new PacketQueue();
  #offer = readOffer('');
  #decrypt: SrtpReader | undefined;
  #packetsReceived = 0;
  /** Sequential: an offer may arrive while another is being answered. */
  #lastStep: Promise<unknown> = Promise.resolve();
  /** What was received so far, and when that changed, by `performance.now()`. */
  #path = { seen: -1, atMs: performance.now() };

  constructor(connection: RTCPeerConnection, listener: SubscriberListener) {
    this.#connection = connection;
    this.#listener = listener;
    connection.onIceCandidate.subscribe(
      (candidate) => candidate && listener.onCandidate(candidate.toJSON()),
    );
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'failed' || state === 'closed') listener.onGone(Date.now());
    });
  }

  /** Answers an offer: the tracks that it brings, and the answer's SDP. */
  answer(sdp: string): Promise<{ trackSids: string[]; sdp: string }> {
    return this.#inOrder(async () => {
      this.#readQueue();
      this.#offer = readOffer(sdp);
      await this.#connection.setRemoteDescription({ type: 'offer', sdp });
      // The library would ask a public STUN server for our address, and answer only after that.
      for (const { connection } of this.#connection.iceTransports) delete connection.stunServer;
      for (const transport of this.#connection.dtlsTransports)
        receiveRtp(transport, {
          onKeys: (reader) => {
            this.#decrypt = reader;
            this.#listener.onConnected();
          },
          onRtp: (bytes) => this.#keep(bytes),
          onRefused: () => this.#listener.onGone(Date.now()),
        });
      await this.#connection.setLocalDescription(await this.#connection.createAnswer());
      const trackSids = [...new Set(this.#offer.trackOf.values())];
      return { trackSids, sdp: this.#connection.localDescription?.sdp ?? '' };
    });
  }

  addCandidate(candidate: string): Promise<void> {
    return this.#inOrder(() => this.#connection.addIceCandidate(JSON.parse(candidate)));
  }

  /** Delivers the packets that arrived since the last call, and checks whether any still arrive. */
  read(): void {
    this.#readQueue();
    this.#watchPath();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #keep(bytes: Buffer): void {
    this.#packetsReceived += 1;
    const sender = rtpSender(bytes);
    if (!this.#offer.trackOf.has(sender)) return;
    if (this.#queue.add({ bytes, sender, atMs: performance.now() })) this.#listener.onSpeech();
  }

  #readQueue(): void {
    for (const { bytes, atMs } of this.#queue.takeAll()) {
      const packet = this.#decrypt?.(bytes);
      const trackSid = packet && this.#offer.trackOf.get(packet.ssrc);
      const codec = packet && this.#offer.codecs.get(packet.payloadType);
      if (!trackSid || !codec || packet.payload.length === 0) continue;
      const { payload, timestamp, sequence } = packet;
      const blocks =
        codec === 'red' ? redundantBlocks(payload, timestamp) : [{ timestamp, data: payload }];
      if (blocks.length > 0) this.#listener.onPacket(trackSid, sequence, blocks, atMs);
    }
  }

  /** The library needs 30 s to notice that nobody answers. It does not see our packets. */
  #watchPath(): void {
    const pair = this.#connection.iceTransports[0]?.connection.nominated;
    if (!pair) return;
    const { packetsReceived, requestsReceived, responsesReceived } = pair;
    const seen = this.#packetsReceived + packetsReceived + requestsReceived + responsesReceived;
    const now = performance.now();
    if (seen !== this.#path.seen) this.#path = { seen, atMs: now };
    const silentMs = now - this.#path.atMs;
    if (silentMs > GONE_AFTER_MS) this.#listener.onGone(Date.now() - silentMs);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastStep.then(work);
    this.#lastStep = done.catch(() => {});
    return done;
  }
}

async function openConnection(iceServers: readonly ICEServer[]): Promise<RTCPeerConnection> {
  const { RTCPeerConnection, RTCRtpCodecParameters } = await import('werift');
  const opus = { clockRate: 48_000, channels: 2 };
  const red = new RTCRtpCodecParameters({ ...opus, mimeType: 'audio/red', payloadType: 63 });
  const plain = new RTCRtpCodecParameters({
    ...opus,
    mimeType: 'audio/opus',
    payloadType: 111,
    parameters: 'minptime=10;useinbandfec=1',
  });
  return new RTCPeerConnection({
    // A reachable media server announces its addresses; a STUN server would be a third party that learns ours.
    iceServers: iceServers.flatMap(({ urls, username, credential }) =>
      urls
        .filter((url) => url.startsWith('turn'))
        .map((url) => ({ urls: url, username, credential })),
    ),
    iceTcpPassive: false,
    bundlePolicy: 'max-bundle',
    codecs: { audio: [red, plain], video: [] },
    headerExtensions: { audio: [], video: [] },
  });
}

/** Which sender carries which track, and the meaning of the payload types that we receive. */
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

type WaitingPacket = { bytes: Buffer; sender: number; atMs: number };

/** Encrypted packets as they arrived, until they are read together. */
export class PacketQueue {
  #waiting: WaitingPacket[] = [];
  /** When the last packets of each sender arrived. */
  readonly #recent = new Map<number, number[]>();

  /** Whether the sender sends steadily, as a speaker does. */
  add(packet: WaitingPacket): boolean {
    if (this.#waiting.length < MAX_WAITING_PACKETS) this.#waiting.push(packet);
    const recent = this.#recent.get(packet.sender) ?? [];
    this.#recent.set(packet.sender, recent);
    recent.push(packet.atMs);
    if (recent.length > STEADY.packets) recent.shift();
    return recent.length === STEADY.packets && packet.atMs - (recent[0] ?? 0) < STEADY.withinMs;
  }

  takeAll(): WaitingPacket[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
