// A server with /v1/audio/transcriptions on loopback that answers from a script.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TranscriptionServer = {
  url: string;
  /** The number of calls so far. */
  calls(): number;
  goAway(): Promise<void>;
};

/** `say` returns the words for call n, counted from 1. */
export async function transcriptionServer(
  say: (call: number) => string,
): Promise<TranscriptionServer> {
  let calls = 0;
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ text: say(calls), language: 'english' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    goAway: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
