// A proxy for signalling that breaks connections on command. Media bypasses it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export type SignallingRelay = {
  url: string;
  /** Breaks every open connection. New ones work. */
  cut(): void;
  /** Discards everything that clients send on open connections from now on, and counts its bytes. */
  swallow(): { bytes: number };
  [Symbol.asyncDispose](): Promise<void>;
};

/** `hide`: a UDP port of the media server that clients must not learn. */
export async function signallingRelay(port: number, hide?: number): Promise<SignallingRelay> {
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const guests = new Set<Socket>();
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    guests.add(near);
    near.pipe(far);
    if (hide === undefined) far.pipe(near);
    else far.pipe(without(` ${hide} typ`)).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        guests.delete(near);
        near.destroy();
        far.destroy();
      });
    }
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `ws://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut,
    swallow: () => {
      const swallowed = { bytes: 0 };
      for (const guest of guests)
        guest
          .unpipe()
          .on('data', (bytes) => (swallowed.bytes += bytes.length))
          .resume();
      return swallowed;
    },
    [Symbol.asyncDispose]: async () => {
      relay.close();
      cut();
    },
  };
}

/** Replaces the port with an unused one of the same length, because messages contain their lengths. */
function without(text: string): Transform {
  const nobody = text.replace(/\d+/, (port) => '9'.padStart(port.length, '0'));
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) =>
      done(null, Buffer.from(bytes.toString('latin1').replaceAll(text, nobody), 'latin1')),
  });
}
