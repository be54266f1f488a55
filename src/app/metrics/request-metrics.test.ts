import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { registerRequestMetrics } from './request-metrics.ts';

const registry = new Registry();
const world = await serverWorld({ measure: registerRequestMetrics(registry) });
const counted = (route: string, method: string, status: number): string =>
  `parley_http_requests_total{route="${route}",method="${method}",status="${status}"} `;

test('an answer is counted by the pattern of its path, never by the path', async () => {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'A secret matter' } });
  await world.call('GET', `/v1/meetings/${String(json['meetingRef'])}`);
  await fetch(`${world.url}/j/gl_${'x'.repeat(24)}`);
  await fetch(`${world.url}/made/up/by-a-stranger`);
  const text = await registry.metrics();
  expect(text).toContain(`${counted('/v1/meetings', 'POST', 201)}1\n`);
  expect(text).toContain(`${counted('/v1/meetings/:meetingRef', 'GET', 200)}1\n`);
  expect(text).toContain(`${counted('/j/:guestLinkRef', 'GET', 200)}1\n`);
  expect(text).toContain(`${counted('none', 'GET', 404)}1\n`);
  for (const secret of [String(json['meetingRef']), 'gl_', 'stranger', 'matter'])
    expect(text).not.toContain(secret);
});

test('a read that was asked to be held is counted and not timed', async () => {
  const { json, headers } = await world.call('POST', '/v1/meetings', { body: { title: 'Held' } });
  const path = `/v1/meetings/${String(json['meetingRef'])}`;
  const timed = async (): Promise<string | undefined> =>
    /parley_http_request_duration_seconds_count\{route="\/v1\/meetings\/:meetingRef",method="GET"\} (\d+)/.exec(
      await registry.metrics(),
    )?.[1];
  const before = await timed();
  await world.call('GET', path, {
    headers: { prefer: 'wait=1', 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(await timed()).toBe(before);
  expect(await registry.metrics()).toContain(
    `${counted('/v1/meetings/:meetingRef', 'GET', 304)}1\n`,
  );
});

test('a call that a page makes to wait for news is counted and not timed', async () => {
  const { json } = await world.call('POST', '/v1/meetings', {
    body: { title: 'Ask', options: { admission: 'ask' }, guestLinks: [{}, { role: 'host' }] },
  });
  const [guest, host] = (json['guestLinks'] as Parameters<typeof secretOf>[0][]).map(secretOf);
  const post = (path: string, body: object) => world.call('POST', path, { key: null, body });
  const join = async (link: typeof guest) => {
    const joined = await post(`/guest/links/${link?.guestLinkRef}/join`, {
      secret: link?.secret,
      displayName: 'Ana',
    });
    const { participantRef, participantSecret } = joined.json;
    return (verb: string) =>
      post(`/guest/participants/${String(participantRef)}/${verb}`, { participantSecret });
  };
  const [callAsGuest, callAsHost] = [await join(guest), await join(host)];
  await callAsHost('waiting-room');
  const waits = callAsGuest('wait');
  await world.call('POST', `/v1/meetings/${String(json['meetingRef'])}/cancel`);
  await waits;
  const text = await registry.metrics();
  for (const verb of ['waiting-room', 'wait']) {
    const route = `/guest/participants/:participantRef/${verb}`;
    expect(text).toContain(`${counted(route, 'POST', 200)}1\n`);
    expect(text).not.toContain(`parley_http_request_duration_seconds_count{route="${route}"`);
  }
});
