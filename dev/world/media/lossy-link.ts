// A path to the media server that loses packets. `tc netem` would need privileges and a kernel module.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Transform } from 'node:stream';
import type { MediaPorts } from './media-server.ts';

export type LossyLink = {
  /** The signalling address of the clients that lose packets. */
  url: string;
  /** UDP packets so far. */
  counts(): { passed: number; lost: number };
  /** Loses this share from now on. */
  lose(share: number): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Drops this share of the UDP packets in each direction. Signalling passes, but each side learns only the relay's
 * address: the guest receives its port in place of the server's, and the server an unused port in place of the guest's.
 */
export async function lossyLink(ports: MediaPorts, lostShare: number): Promise<LossyLink> {
  let share = lostShare;
  const counts = { passed: 0, lost: 0 };
  const relay = createSocket('udp4');
  const port = await bindSameLength(relay, String(ports.udp).length);
  const upstreams = new Map<number, Socket>();
  const passes = (): boolean => {
    const lost = Math.random() < share;
    counts[lost ? 'lost' : 'passed'] += 1;
    return !lost;
  };
  relay.on('message', (packet, guest) => {
    let upstream = upstreams.get(guest.port);
    if (!upstream) {
      upstream = createSocket('udp4').bind();
      upstreams.set(guest.port, upstream);
      upstream.on('message', (answer) => passes() && relay.send(answer, guest.port, guest.address));
    }
    if (passes()) upstream.send(packet, ports.udp, '127.0.0.1');
  });
  const signalling = createServer((guest) => {
    const server = connect(ports.http, '127.0.0.1');
    guest.pipe(changeMaskedFrames(hideGuest)).pipe(server);
    server
      .pipe(
        inPlace((text) =>
          nobodyAt(text, ports.tcp).replaceAll(` ${ports.udp} typ`, ` ${port} typ`),
        ),
      )
      .pipe(guest);
    for (const side of [guest, server]) {
      side.on('error', () => {});
      side.on('close', () => (guest.destroy(), server.destroy()));
    }
  });
  signalling.listen(0, '127.0.0.1');
  await once(signalling, 'listening');
  return {
    url: `ws://127.0.0.1:${(signalling.address() as AddressInfo).port}`,
    counts: () => counts,
    lose: (from) => void (share = from),
    [Symbol.asyncDispose]: async () => {
      signalling.close();
      for (const socket of [relay, ...upstreams.values()]) socket.close();
    },
  };
}

/** Keeps the length of the message, because messages contain their lengths. */
function hideGuest(message: string): string {
  return message.replace(
    /( udp \d+ \S+ )(\d+)( typ host)/gi,
    (_, before, port, after) => `${before}${'9'.padStart(port.length, '0')}${after}`,
  );
}

function nobodyAt(message: string, port: number): string {
  return message.replaceAll(` ${port} typ`, ` ${'9'.padStart(String(port).length, '0')} typ`);
}

function inPlace(change: (text: string) => string): Transform {
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) =>
      done(null, Buffer.from(change(bytes.toString('latin1')), 'latin1')),
  });
}

async function bindSameLength(socket: Socket, digits: number): Promise<number> {
  socket.bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  if (String(port).length !== digits) throw new Error('the relay got a port of another length');
  return port;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Changes each message that a WebSocket client sends: masked frames after the HTTP head (RFC 6455, section 5.2).
 * `change` must keep the length.
 */
function changeMaskedFrames(change: (message: string) => string): Transform {
  let held = Buffer.alloc(0);
  let isHeadSent = false;
  return new Transform({
    transform(bytes: Buffer, _encoding, done) {
      held = Buffer.concat([held, bytes]);
      if (!isHeadSent) {
        const end = held.indexOf(HEAD_END);
        if (end < 0) return done();
        isHeadSent = true;
        this.push(held.subarray(0, end + HEAD_END.length));
        held = held.subarray(end + HEAD_END.length);
      }
      for (let frame = frameIn(held); frame; frame = frameIn(held)) {
        this.push(changed(Buffer.from(held.subarray(0, frame.end)), frame.start, change));
        held = held.subarray(frame.end);
      }
      done();
    },
  });
}

/** Where the message of the first frame begins and ends; null if the frame is incomplete. */
function frameIn(bytes: Buffer): { start: number; end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes + 4;
  if (bytes.length < start) return null;
  const length =
    lengthBytes === 2
      ? bytes.readUInt16BE(2)
      : lengthBytes === 8
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  return bytes.length < start + length ? null : { start, end: start + length };
}

function changed(frame: Buffer, start: number, change: (message: string) => string): Buffer {
  const mask = frame.subarray(start - 4, start);
  const message = frame.subarray(start);
  const applyMask = (): void =>
    message.forEach((byte, i) => (message[i] = byte ^ (mask[i % 4] ?? 0)));
  applyMask();
  message.set(Buffer.from(change(message.toString('latin1')), 'latin1'));
  applyMask();
  return frame;
}
