// A guest in a process of its own, which can be killed or stopped. It joins the room that it is sent.
import { Room } from '@livekit/rtc-node';

export type Order = { url: string; token: string };

const room = new Room();

process.on('message', async ({ url, token }: Order) => {
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  process.send?.('connected');
});
