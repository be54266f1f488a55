import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { SocketPause } from './socket-pause.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  open.push(socket);
  await once(socket, 'listening');
  return socket;
}

type SceneOptions = { tracks?: number; seenAs?(socket: Socket): Socket };

/** A socket that was told of so many tracks at 0 s, and what it took of the packets sent to it. */
async function scene({ tracks = 3, seenAs = (socket) => socket }: SceneOptions) {
  const [socket, sender] = [await bound(), await bound()];
  const pause = new SocketPause(seenAs(socket));
  const taken: number[] = [];
  socket.on('message', (bytes) => {
    taken.push(bytes.readUInt16BE());
    pause.count();
  });
  pause.offered(tracks, 0);
  const send = promisify((bytes: Buffer, done: () => void) =>
    sender.send(bytes, socket.address().port, '127.0.0.1', done),
  );
  let sent = 0;
  return {
    pause,
    taken,
    sent: () => Array.from({ length: sent }, (_, i) => i),
    send: async (packets: number) => {
      for (let i = 0; i < packets; i++) {
        const bytes = Buffer.alloc(100);
        bytes.writeUInt16BE(sent++);
        await send(bytes);
      }
    },
    /** Resolves with how many packets had been taken. */
    gather: (atMs: number) =>
      new Promise<number>((resolve) => pause.gather(atMs, () => resolve(taken.length))),
  };
}

/** What another version of Node may hold in the place that we reach into. */
function withHandle(socket: Socket, handle: object): Socket {
  const symbol = Object.getOwnPropertySymbols(socket).find(
    ({ description }) => description === 'state symbol',
  );
  return Object.assign(Object.create(socket), symbol && { [symbol]: { handle } }) as Socket;
}

/** More than one round of the event loop, in which a socket that receives takes what waits. */
async function rounds(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise(setImmediate);
}

/** As `scene`, with so many packets taken in the second before 10 s. */
async function busyScene({ packets = 30, ...options }: SceneOptions & { packets?: number } = {}) {
  const made = await scene(options);
  await made.gather(9_000);
  await made.send(packets);
  await rounds();
  expect(made.taken).toHaveLength(packets);
  await made.gather(10_000);
  return made;
}

describe('SocketPause', () => {
  it('lets packets wait until they are gathered, and then gives all of them in order', async () => {
    const { pause, taken, sent, send, gather } = await busyScene();
    expect(pause.isPaused).toBe(true);
    await send(100);
    await rounds();
    expect(taken).toHaveLength(30);
    expect(await gather(10_100)).toBe(130);
    expect(taken).toEqual(sent());
    await send(1);
    await rounds();
    expect(taken).toHaveLength(130);
  });

  it('gives all that waited to each who asks, wherever in the event loop that is', async () => {
    const { send, gather } = await busyScene();
    await send(100);
    const first = gather(10_100);
    await new Promise(setImmediate);
    await send(40);
    expect(await Promise.all([first, gather(10_100)])).toEqual([170, 170]);
    await send(40);
    // Goes on where the event loop will not look at the socket before it runs what is set to be immediate.
    await stat('.');
    expect(await gather(10_150)).toBe(210);
  });

  it('takes packets as they come where few come', async () => {
    const { pause, taken, send } = await busyScene({ packets: 7 });
    expect(pause.isPaused).toBe(false);
    await send(1);
    await rounds();
    expect(taken).toHaveLength(8);
  });

  it('takes packets as they come again when few came for a second', async () => {
    const { pause, taken, send, gather } = await busyScene();
    await gather(11_000);
    expect(pause.isPaused).toBe(false);
    await send(1);
    await rounds();
    expect(taken).toHaveLength(31);
  });

  it('never pauses where more tracks are heard than the kernel keeps packets of', async () => {
    expect((await busyScene({ tracks: 5 })).pause.isPaused).toBe(true);
    expect((await busyScene({ tracks: 100_000 })).pause.isPaused).toBe(false);
  });

  it('takes the first packets of new tracks as they come', async () => {
    const { pause, taken, send, gather } = await busyScene();
    pause.offered(4, 10_050);
    await send(40);
    await rounds();
    expect(taken).toHaveLength(70);
    await gather(11_050);
    expect(pause.isPaused).toBe(false);
  });

  it('takes the first packets of tracks as they come that are offered while packets are gathered', async () => {
    const { pause, taken, send, gather } = await busyScene();
    await send(10);
    const gathered = gather(10_100);
    pause.offered(4, 10_100);
    await gathered;
    await send(5);
    await rounds();
    expect(taken).toHaveLength(45);
  });

  const otherNodes = [
    { name: 'has no inner state', seenAs: (socket: Socket) => Object.create(socket) as Socket },
    {
      name: 'has an inner part without the two calls',
      seenAs: (socket: Socket) => withHandle(socket, {}),
    },
    {
      name: 'does not stop',
      seenAs: (socket: Socket) => withHandle(socket, { recvStart: () => 0, recvStop: () => -1 }),
    },
  ];
  it.for(otherNodes)(
    'takes packets as they come where a socket of Node $name',
    async ({ seenAs }) => {
      const { pause, taken, send, gather } = await busyScene({ seenAs });
      expect(pause.isPaused).toBe(false);
      await send(5);
      await rounds();
      expect(taken).toHaveLength(35);
      expect(await gather(11_100)).toBe(35);
    },
  );

  it('leaves a socket alone that was closed', async () => {
    const { pause, gather } = await busyScene();
    expect(pause.isPaused).toBe(true);
    for (const socket of open.splice(0)) socket.close();
    expect(await gather(10_100)).toBe(30);
  });
});
