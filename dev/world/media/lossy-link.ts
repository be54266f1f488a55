// A way into the media server that loses packets. `tc netem` would need rights and a kernel module that CI may lack.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { changeMaskedFrames } from './masked-frames.ts';

export type LossyLink = {
  /** The signalling address for who shall lose packets. */
  url: string;
  /** Sound and all else that went through it. */
  counts(): { passed: number; lost: number };
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Loses this share of the UDP packets, each way. Signalling passes whole, but that each side learns
 * of the relay only: the guest gets its port in the place of the server's, and the server a port of
 * the guest on which nobody listens.
 */
export async function lossyLink(
  ports: { http: number; tcp: number; udp: number },
  share: number,
): Promise<LossyLink> {
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
    [Symbol.asyncDispose]: async () => {
      signalling.close();
      for (const socket of [relay, ...upstreams.values()]) socket.close();
    },
  };
}

/** Messages state their lengths: what is changed in them keeps its own. */
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
