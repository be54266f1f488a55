import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { liveMeeting, spokenMeeting } from '../../../dev/world/service/live-meeting.ts';
import { PUBLIC_URL, serverWorld } from '../../../dev/world/service/server-world.ts';
import { MAX_HELD_READS } from '../rates/rate-limits.ts';

const lines: string[] = [];
const record = (message: string, fields?: object): void =>
  void lines.push(JSON.stringify({ message, ...fields }));
const log = { debug: record, info: record, warn: record, error: record };
const world = await serverWorld({ ctx: { log } });

const GUEST_URL = /^https:\/\/meet\.test\/j\/gl_\w+#k=[\w-]{43}$/;

type Connect = (key: string) => Transport;
const overHttp: Connect = (key) =>
  new StreamableHTTPClientTransport(new URL('/mcp', world.url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
const overStdio = (PARLEY_API_KEY: string, PARLEY_URL = world.url) =>
  new StdioClientTransport({
    command: process.execPath,
    args: ['src/app/command-line.ts', 'mcp'],
    env: { PARLEY_URL, PARLEY_API_KEY },
  });

async function connected(transport: Transport) {
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  afterAll(() => client.close());
  const call = async (name: string, values: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: values })) as CallToolResult;
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    const value = Object(result.structuredContent) as Record<string, unknown>;
    return { isError: result.isError === true, text, value };
  };
  return { client, call };
}

describe.each<[string, Connect]>([
  ['HTTP', overHttp],
  ['standard input and output', overStdio],
])('over %s', (_, connect) => {
  test('an agent does the whole job', async () => {
    const { client, call } = await connected(connect(await world.key({ tenant: 'whole' })));
    const { tools } = await client.listTools();
    const hints = tools.map(({ name, annotations: { readOnlyHint, destructiveHint } = {} }) =>
      [name, readOnlyHint ? 'reads' : destructiveHint ? 'destroys' : 'adds'].join(' '),
    );
    expect(hints).toEqual([
      'create_meeting adds',
      'create_guest_link adds',
      'list_meetings reads',
      'get_meeting reads',
      'wait_for_meeting reads',
      'get_transcript reads',
      'get_summary reads',
      'end_meeting destroys',
    ]);
    const made = await call('create_meeting', { title: 'By an agent', guestLinks: [{}] });
    const { meetingRef, guestLinks } = made.value;
    expect(guestLinks).toEqual([
      expect.objectContaining({ guestUrl: expect.stringMatching(GUEST_URL) }),
    ]);
    const link = await call('create_guest_link', { meetingRef, displayName: 'Ana' });
    expect(link.value['guestUrl']).toMatch(GUEST_URL);
    const listed = await call('list_meetings', { meetingState: ['created', 'ended'], pageSize: 1 });
    expect(listed.value['meetings']).toHaveLength(1);
    const read = await call('get_meeting', { meetingRef });
    expect([read.value['title'], read.text.includes('#k=')]).toEqual(['By an agent', false]);
    const early = await call('wait_for_meeting', { meetingRef, until: 'ended', seconds: 0 });
    expect(early.value).toMatchObject({ reached: false, meetingState: 'created' });
  });

  test('waiting ends with the meeting, which a tool ends', async () => {
    const meeting = await liveMeeting(world);
    const { meetingRef } = meeting;
    await meeting.begin();
    const { call } = await connected(connect(meeting.key));
    const started = await call('wait_for_meeting', { meetingRef, until: 'started' });
    expect(started.value).toMatchObject({ reached: true, meetingState: 'in_progress' });
    expect((await call('end_meeting', { meetingRef })).value['meetingState']).toBe('ending');

    const other = await liveMeeting(world, meeting.tenant);
    const held = vi.spyOn(world.held, 'waitFor');
    const waiting = call('wait_for_meeting', { meetingRef: other.meetingRef, until: 'ended' });
    await vi.waitFor(
      () => expect(held.mock.calls.some(([ref]) => ref === other.meetingRef)).toBe(true),
      { timeout: 15_000 },
    );
    await world.call('POST', `/v1/meetings/${other.meetingRef}/cancel`, { key: meeting.key });
    expect((await waiting).value).toMatchObject({ reached: true, meetingState: 'cancelled' });
  });

  test('transcript and summary are read, and the agent is told if they are missing', async () => {
    const { key, meetingRef, tenant } = await spokenMeeting(world);
    const { call } = await connected(connect(key));
    const ready = await call('wait_for_meeting', { meetingRef, until: 'transcript' });
    expect(ready.value).toMatchObject({ reached: true, status: 'available', result: 'complete' });
    expect((await call('get_transcript', { meetingRef })).text).toContain('We open in March.');
    const vtt = await call('get_transcript', { meetingRef, format: 'vtt' });
    expect(vtt.text).toMatch(/^WEBVTT/);
    const summary = await call('get_summary', { meetingRef });
    expect(summary.value['decisions']).toMatchObject([{ text: 'Open in March.' }]);
    const made = await world.call('POST', '/v1/meetings', {
      key: await world.key({ tenant }),
      body: { title: 'Later' },
    });
    const pending = await call('get_transcript', { meetingRef: made.json.meetingRef });
    expect(pending.value).toMatchObject({ status: 'pending' });
    const cut = world.ctx.db.updateTable('artifact').set({ result: 'partial', reason: 'lost' });
    await cut.where('meeting_ref', '=', meetingRef).execute();
    const partial = await call('get_transcript', { meetingRef });
    expect(partial.text).toMatch(/We open in March\.[^]*The transcript is partial: lost/);
  });

  test('a refusal of the API is an error with its code and what to do', async () => {
    const { call } = await connected(connect(await world.key({ scopes: ['meetings:read'] })));
    const unknown = await call('get_meeting', { meetingRef: 'mtg_x' });
    expect(unknown).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^meeting_not_found: .*copied in full/),
    });
    const scope = await call('create_meeting', { title: 'x' });
    expect([scope.isError, scope.text]).toEqual([
      true,
      expect.stringMatching(/^insufficient_scope: [^]*requiredScope: meetings:write/),
    ]);
    expect((await call('list_meetings', { createdAfter: 'soon' })).text).toMatch(
      /^invalid_parameter: [^]*createdAfter/,
    );
  });

  test('wrong arguments and unknown tools reach no route', async () => {
    const { call } = await connected(connect(await world.key()));
    for (const meetingRef of ['..', 'a/b', '', 7])
      expect((await call('get_meeting', { meetingRef })).text).toMatch(/^invalid_arguments: /);
    expect((await call('get_meeting', { meetingRef: 'x', colour: 1 })).text).toContain('colour');
    const inPdf = await call('get_transcript', { meetingRef: 'x', format: 'pdf' });
    expect(inPdf.text).toMatch(/^invalid_arguments: [^]*\/format [^]*: text, json, vtt, srt$/);
    expect((await call('drop_tables')).text).toMatch(/^unknown_tool: /);
  });
});

test('the same idempotency key makes one meeting', async () => {
  const { call } = await connected(overHttp(await world.key({ tenant: 'once' })));
  const wish = { title: 'Once', idempotencyKey: 'job-1' };
  expect((await call('create_meeting', wish)).text).toBe((await call('create_meeting', wish)).text);
});

test('a wrong key does not connect over HTTP, and is an error of every tool over stdio', async () => {
  await expect(connected(overHttp('nobody'))).rejects.toThrow(/unauthorized/i);
  const { call } = await connected(overStdio('nobody'));
  expect(await call('list_meetings')).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^unauthorized: /),
  });
});

test('a service that is not there is an error that does not show the key', async () => {
  const { call } = await connected(overStdio('secret', 'http://127.0.0.1:9'));
  const reply = await call('list_meetings');
  expect([reply.isError, reply.text]).toEqual([true, expect.stringMatching(/^not_reached: /)]);
  expect(reply.text).not.toContain('secret');
});

test('without a key, by another method or with a body that is not JSON, /mcp answers a problem', async () => {
  const code = async (method: string, init: RequestInit = {}) => {
    const reply = await fetch(`${world.url}/mcp`, { method, ...init });
    return [reply.status, ((await reply.json()) as { code: string }).code];
  };
  const authorization = `Bearer ${await world.key()}`;
  expect(await code('POST', { body: '{}' })).toEqual([401, 'unauthorized']);
  expect(await code('GET')).toEqual([401, 'unauthorized']);
  expect(await code('GET', { headers: { authorization } })).toEqual([405, 'method_not_allowed']);
  const text = { authorization, 'content-type': 'text/plain' };
  expect(await code('POST', { headers: text, body: 'x' })).toEqual([415, 'unsupported_media_type']);
});

test('a page of another site is refused, also with a key', async () => {
  const ask = async (origin: string) => {
    const authorization = `Bearer ${await world.key()}`;
    const accept = 'application/json, text/event-stream';
    const headers = { authorization, accept, 'content-type': 'application/json', origin };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    return (await fetch(`${world.url}/mcp`, { method: 'POST', headers, body })).status;
  };
  for (const origin of ['https://elsewhere.test', 'null', 'http://localhost.elsewhere.test'])
    expect(await ask(origin)).toBe(403);
  for (const origin of [PUBLIC_URL, 'http://localhost:6274', 'http://[::1]'])
    expect(await ask(origin)).toBe(200);
});

test('tools count against the limits of the key', async () => {
  const strict = await serverWorld({ rates: { writePerMinute: 1 } });
  const { call } = await connected(
    new StreamableHTTPClientTransport(new URL('/mcp', strict.url), {
      requestInit: { headers: { authorization: `Bearer ${await strict.key()}` } },
    }),
  );
  expect((await call('create_meeting', { title: 'One' })).isError).toBe(false);
  expect((await call('create_meeting', { title: 'Two' })).text).toMatch(
    /^rate_limited: [^]*policy: write[^]*Try again in \d+ s\./,
  );
});

test('a client that disconnects holds no read', async () => {
  const key = await world.key();
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Held' } });
  const { meetingRef } = json;
  const params = { name: 'wait_for_meeting', arguments: { meetingRef, until: 'ended' } };
  const gone = new AbortController();
  const held = vi.spyOn(world.held, 'waitFor');
  const waits = Array.from({ length: MAX_HELD_READS }, (_, id) =>
    fetch(`${world.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
      signal: gone.signal,
    }).catch(() => null),
  );
  await vi.waitFor(
    () =>
      expect(held.mock.calls.filter(([ref]) => ref === meetingRef)).toHaveLength(MAX_HELD_READS),
    { timeout: 15_000 },
  );
  gone.abort();
  await Promise.all(waits);
  const path = `/v1/meetings/${String(meetingRef)}`;
  const etag = (await world.call('GET', path, { key })).headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag, prefer: 'wait=1' };
  await vi.waitFor(
    async () => expect((await world.call('GET', path, { key, headers })).status).toBe(304),
    { timeout: 15_000 },
  );
});

test('no log line holds a title, a guest URL or a word that was said', () => {
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toMatch(/#k=|By an agent|We open in March/);
});
