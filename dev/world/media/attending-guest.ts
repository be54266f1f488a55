// A guest in its own process, which can be killed or stopped. Connects to media when it receives the address.
import { Room } from '@livekit/rtc-node';

export type Order = { url: string; token: string };

const room = new Room();

process.on('message', async ({ url, token }: Order) => {
  await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  process.send?.('connected');
});
