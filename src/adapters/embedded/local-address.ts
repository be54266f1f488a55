import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/**
 * This machine's own address from which it reaches `address`: the same if it is its own. Null without a route.
 * Nothing is sent.
 */
export async function localAddressTo(address: string): Promise<string | null> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    return await new Promise((resolve) => {
      socket.once('error', () => resolve(null));
      // Not as an argument: it would also be called with an error, instead of the other.
      socket.once('connect', () => resolve(socket.address().address));
      socket.connect(9, address);
    });
  } finally {
    socket.close();
  }
}
