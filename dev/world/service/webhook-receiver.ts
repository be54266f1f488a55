import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type Received = { headers: IncomingHttpHeaders; body: string; path: string };
/** The response; `silence` never answers. */
export type Reaction = { status: number; headers?: Record<string, string> } | 'silence' | 'hang up';

/** A receiver of webhooks on the loopback that responds as `react` says. Closes after the test file. */
export async function webhookReceiver(
  react: (call: Received, count: number) => Reaction = () => ({ status: 204 }),
) {
  const calls: Received[] = [];
  const receiver = { react, calls, url: '', close: async (): Promise<void> => {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const call = {
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      path: request.url ?? '',
    };
    calls.push(call);
    const reaction = receiver.react(call, calls.length);
    if (reaction === 'hang up') request.socket.destroy();
    else if (reaction !== 'silence')
      response.writeHead(reaction.status, reaction.headers).end('kept by nobody');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  afterAll(receiver.close);
  return receiver;
}
