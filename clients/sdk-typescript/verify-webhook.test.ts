import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { freePorts } from '../../dev/world/free-ports.ts';
import { webhookReceiver } from '../../dev/world/service/webhook-receiver.ts';
import { webhookScene } from '../../dev/world/service/webhook-scene.ts';
import { until } from '../../dev/world/until.ts';
import { documented } from '../cases/documented-programs.ts';
import { verifyWebhook, WebhookVerificationError } from './client.ts';

const scene = await webhookScene();
const receiver = await webhookReceiver();
const { secret } = await scene.webhook(receiver.url);
const meetingRef = await scene.cancelled();
await scene.deliver();
const [call] = receiver.calls;
if (!call) throw new Error('nothing was delivered');
const genuine = { secret, headers: call.headers, body: call.body };

describe('a call of the service', () => {
  test('is verified and read', async () => {
    expect(await verifyWebhook(genuine)).toEqual({
      id: call.headers['webhook-id'],
      event: expect.objectContaining({
        type: 'meeting.state_changed',
        data: { meetingRef, meetingState: 'cancelled' },
      }),
    });
  });

  test('is verified as bytes, with the headers of fetch, and by either of two signatures', async () => {
    const headers = new Headers(
      Object.entries(call.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    headers.set('webhook-signature', `v1,AAAA v2,x ${headers.get('webhook-signature')}`);
    const body = new TextEncoder().encode(call.body);
    expect((await verifyWebhook({ secret, headers, body })).event.type).toBe(
      'meeting.state_changed',
    );
  });
});

describe('a call of the service, whose headers', () => {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const valueOf = (name: string) => String(call.headers[name.toLowerCase()]);

  test('are each a list of values, as in headersDistinct of Node, is verified', async () => {
    const headers = Object.fromEntries(names.map((name) => [name, [valueOf(name)]]));
    headers['webhook-signature']?.unshift('v1,AAAA');
    expect((await verifyWebhook({ ...genuine, headers })).id).toBe(valueOf('webhook-id'));
  });

  test('are of a class like Headers, as some packages have it, is verified', async () => {
    const headers = { get: valueOf } as unknown as Headers;
    expect((await verifyWebhook({ ...genuine, headers })).id).toBe(valueOf('webhook-id'));
  });
});

describe('refused is', () => {
  const other = `whsec_${btoa('x'.repeat(32))}`;
  test.each([
    ['another secret', { ...genuine, secret: other }],
    ['another body', { ...genuine, body: `${call.body} ` }],
    ['another id', { ...genuine, headers: { ...call.headers, 'webhook-id': 'evt_x' } }],
    ['no signature', { ...genuine, headers: { ...call.headers, 'webhook-signature': undefined } }],
    [
      'a signature that is none',
      { ...genuine, headers: { ...call.headers, 'webhook-signature': 'v1,%' } },
    ],
    [
      'a time that is none',
      { ...genuine, headers: { ...call.headers, 'webhook-timestamp': '1e3' } },
    ],
  ])('%s', async (_, forged) => {
    await expect(verifyWebhook(forged)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  test('a body that a framework has parsed', async () => {
    const parsed: never = JSON.parse(call.body) as never;
    await expect(verifyWebhook({ ...genuine, body: parsed })).rejects.toThrow('raw body');
  });

  test('a call that is older than five minutes', async () => {
    const sentAt = Number(call.headers['webhook-timestamp']) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: sentAt + 299_000 });
    try {
      await expect(verifyWebhook(genuine)).resolves.toBeDefined();
      vi.setSystemTime(sentAt + 301_000);
      await expect(verifyWebhook(genuine)).rejects.toThrow('too far away');
    } finally {
      vi.useRealTimers();
    }
  });
});

test("the guide's receiver accepts a delivery once, refuses a forged one and survives a broken call", async () => {
  const [port = 0] = await freePorts(1);
  const program = spawn(
    process.execPath,
    ['--input-type=module', '--eval', documented('webhooks', 'receive.mjs')],
    {
      env: { PORT: String(port), WEBHOOK_SECRET: secret ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const said = text(program.stdout);
  const post = async (body: string): Promise<number> => {
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        String(call.headers[name]),
      ]),
    );
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
    return response.status;
  };
  const statuses: number[] = [];
  try {
    await until('the receiver listens', 15_000, () => post('').then(Boolean, () => false));
    await hangUp(port);
    for (const body of [call.body, call.body, `${call.body} `]) statuses.push(await post(body));
  } finally {
    program.kill();
  }
  expect(statuses).toEqual([204, 204, 400]);
  expect(await said).toBe(`meeting.state_changed ${meetingRef} cancelled\n`);
});

/** Sends half a request. Its connection is over on both sides before this returns. */
async function hangUp(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.end('POST / HTTP/1.1\r\nHost: hooks.test\r\nContent-Length: 9\r\n\r\nhalf');
  socket.resume();
  await once(socket, 'close');
}
