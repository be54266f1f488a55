// A network between one guest and the product that can be cut like a cable: a relay for pages, signalling and media.
// The browser does not notice, as with a wireless link that dies. (The throttling of DevTools does not affect WebRTC.)
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Guest } from './guest.ts';
import type { Parley } from '../service/start-parley.ts';

export type WeakNetwork = {
  /** The guest link that leads through this network. */
  through(guestUrl: string): string;
  /** Nothing passes in either direction, and neither side is notified. */
  cut(): void;
  /** TCP data that was held back arrives; UDP packets sent meanwhile are lost. */
  restore(): void;
  close(): void;
};

/** Call before the guest's page opens. */
export async function weakNetwork(parley: Parley, { page }: Guest): Promise<WeakNetwork> {
  const line: Line = { open: true, onRestore: new Set() };
  const tcp = await relayTcp(Number(new URL(parley.url).port), line);
  const udp = await relayUdp(Number(parley.env['PARLEY_MEDIA_UDP_PORT']), line);
  await page.addInitScript(sendMediaTo, udp.port);
  return {
    through: (guestUrl) =>
      guestUrl.replace(new URL(guestUrl).origin, `http://localhost:${tcp.port}`),
    cut: () => {
      line.open = false;
    },
    restore: () => {
      line.open = true;
      for (const passOn of line.onRestore) passOn();
      line.onRestore.clear();
    },
    close: () => {
      tcp.close();
      udp.close();
    },
  };
}

type Line = { open: boolean; onRestore: Set<() => void> };
type Passage = { port: number; close(): void };

async function relayTcp(target: number, line: Line): Promise<Passage> {
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    const held: Buffer[] = [];
    const passOn = () => {
      // The other side has not seen the end of a connection that closed during the outage.
      if (from.destroyed) return void to.destroy();
      for (const bytes of held.splice(0)) to.write(bytes);
    };
    from.on('data', (bytes) => {
      held.push(bytes);
      if (line.open) passOn();
      else line.onRestore.add(passOn);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      if (line.open) passOn();
      else line.onRestore.add(passOn);
    });
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function relayUdp(target: number, line: Line): Promise<Passage> {
  const near = createSocket('udp4');
  const far = new Map<string, UdpSocket>();
  near.on('message', (packet, { address, port }) => {
    if (!line.open) return;
    const known = far.get(`${address} ${port}`) ?? createSocket('udp4');
    if (!far.has(`${address} ${port}`)) {
      far.set(`${address} ${port}`, known);
      known.on('message', (answer) => line.open && near.send(answer, port, address));
    }
    known.send(packet, target, '127.0.0.1');
  });
  near.bind(0, '127.0.0.1');
  await once(near, 'listening');
  return {
    port: near.address().port,
    close: () => {
      near.close();
      for (const socket of far.values()) socket.close();
    },
  };
}

/** Runs in the page. The browser learns the relay as the only address of the media server, and keeps its own secret. */
function sendMediaTo(port: number): void {
  const { prototype } = RTCPeerConnection;
  type Description = { type: RTCSdpType; sdp?: string };
  type Native = (this: RTCPeerConnection, given?: unknown) => Promise<Description>;
  type Natives = {
    createOffer: Native;
    createAnswer: Native;
    setRemoteDescription: Native;
    addIceCandidate: Native;
  };
  const { createOffer, createAnswer, setRemoteDescription, addIceCandidate } =
    prototype as unknown as Natives;
  const withoutCandidates = ({ type, sdp }: Description) => ({
    type,
    sdp: (sdp ?? '').replaceAll(/^a=(candidate|end-of-candidates).*\r\n/gm, ''),
  });
  Object.defineProperty(prototype, 'onicecandidate', { set: () => {}, configurable: true });
  Object.assign(prototype, {
    async createOffer(this: RTCPeerConnection, options: unknown) {
      return withoutCandidates(await createOffer.call(this, options));
    },
    async createAnswer(this: RTCPeerConnection, options: unknown) {
      return withoutCandidates(await createAnswer.call(this, options));
    },
    setRemoteDescription(this: RTCPeerConnection, told: Description) {
      return setRemoteDescription.call(this, withoutCandidates(told));
    },
    async addIceCandidate(this: RTCPeerConnection, told: RTCIceCandidateInit) {
      const [foundation, component, transport, priority] = told.candidate?.split(' ') ?? [];
      if (transport?.toLowerCase() !== 'udp') return;
      const candidate = [
        foundation,
        component,
        transport,
        priority,
        '127.0.0.1',
        port,
        'typ host',
      ].join(' ');
      await addIceCandidate.call(this, { ...told, candidate });
    },
  });
}
