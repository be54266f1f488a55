// The clients of `Prefer: wait`, in their own process: many reads held at once, then one change that answers them all.
import { connect } from 'node:net';

export type WaitersOrder = {
  port: number;
  apiKeys: string[];
  each: number;
  meetingRef: string;
  etag: string;
};
/** After `change` was called: when the first, the middle and the last waiter had its 200. */
export type Woken = { firstMs: number; medianMs: number; lastMs: number };

type Message = ({ kind: 'wait' } & WaitersOrder) | { kind: 'change'; url: string; apiKey: string };

const WAIT_SECONDS = 30;
let waiting: Promise<number>[] = [];
let early = 0;
let changedAt: number | undefined;

async function hold({ port, apiKeys, each, meetingRef, etag }: WaitersOrder): Promise<object> {
  const keys = apiKeys.flatMap((key) => Array<string>(each).fill(key));
  waiting = keys.map((key) => {
    const request =
      `GET /v1/meetings/${meetingRef} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ` +
      `${key}\r\nIf-None-Match: ${etag}\r\nPrefer: wait=${WAIT_SECONDS}\r\n\r\n`;
    return waitFor(port, request);
  });
  return { waiting: waiting.length };
}

/** When the answer came; it must be a 200. */
function waitFor(port: number, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.once('error', reject).once('data', (head: Buffer) => {
      if (changedAt === undefined) early++;
      socket.destroy();
      if (head.toString('latin1').startsWith('HTTP/1.1 200')) resolve(performance.now());
      else reject(new Error(head.toString('latin1').slice(0, 200)));
    });
  });
}

async function change({ url, apiKey }: { url: string; apiKey: string }): Promise<Woken> {
  if (early > 0) throw new Error(`${early} were answered before anything had changed`);
  changedAt = performance.now();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'PATCH', headers, body: '{"title":"Changed"}' });
  if (reply.status !== 200) throw new Error(`the change was answered with ${reply.status}`);
  const after = (await Promise.all(waiting))
    .map((at) => at - (changedAt ?? 0))
    .toSorted((a, b) => a - b);
  return {
    firstMs: after[0] ?? NaN,
    medianMs: after[Math.floor(after.length / 2)] ?? NaN,
    lastMs: after.at(-1) ?? NaN,
  };
}

process.on('message', (message: Message) => {
  const done = message.kind === 'wait' ? hold(message) : change(message);
  done.then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
