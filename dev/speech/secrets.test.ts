// One whole meeting with values that must stay where they belong; then everything that could leak them is searched.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { freePorts } from '../world/free-ports.ts';
import { button, type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { CAPTIONED_WITHIN_MS } from '../world/media/observed-guest.ts';
import { descendants } from '../world/process-memory.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { allLogs, allRows, spoolFiles } from '../world/service/what-is-kept.ts';
import { until } from '../world/until.ts';
import { webhookReceiver } from '../world/service/webhook-receiver.ts';

const TITLE = 'Canary title 90317';
const NAME = 'Canary guest 55120';
const WORDS = 'people will be happy';

let parley: Parley;
let guest: Guest;
let opsUrl: string;
let meetingRef: string;
let guestUrl: string;
let webhookSecret: string;
let temporary: string;
let receiver: Awaited<ReturnType<typeof webhookReceiver>>;

beforeAll(async () => {
  const [opsPort] = await freePorts(1);
  opsUrl = `http://127.0.0.1:${opsPort}/metrics`;
  temporary = await mkdtemp(join(tmpdir(), 'parley-temporary-'));
  receiver = await webhookReceiver();
  parley = await startParley({
    env: {
      PARLEY_OPS_PORT: String(opsPort),
      PARLEY_EMPTY_ROOM_SECONDS: '2',
      PARLEY_LOG_LEVEL: 'debug',
      PARLEY_WEBHOOK_ALLOW_PRIVATE: '1',
      TMPDIR: temporary,
    },
  });
  guest = await openGuest(NAME, 'reply');
  await holdTheMeeting();
});

afterAll(async () => {
  await guest.close();
  await clearAway(parley);
  await rm(temporary, { recursive: true, force: true });
});

async function holdTheMeeting(): Promise<void> {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  ({ secret: webhookSecret } = await client.webhooks.create({ url: receiver.url }));
  ({ meetingRef } = await client.meetings.create({ title: TITLE }));
  ({ guestUrl } = await client.guestLinks.create(meetingRef));
  await joinMeeting(guest, guestUrl, 'off', 'off');
  await button(guest, 'Unmute microphone').click();
  const captions = guest.page.getByRole('region', { name: 'Captions' });
  await until('the words are heard', CAPTIONED_WITHIN_MS, async () =>
    /happy/i.test(await captions.innerText()),
  );
  await guest.page.getByRole('button', { name: 'Leave meeting' }).click();
  await inState(guest, 'left');
  await client.summaries.waitFor(meetingRef);
  await until('the receiver was told', 60_000, () =>
    receiver.calls.some(({ body }) => body.includes('summary.available')),
  );
}

const linkSecret = (): string => guestUrl.split('#k=')[1] ?? '';
/** The first four are secrets, which no place but the answer that gives them may hold. */
const SECRETS = 4;
const canaries = (): [string, string][] => [
  ['API key', parley.apiKey],
  ['link secret', linkSecret()],
  ['guest URL', guestUrl],
  ['webhook secret', webhookSecret.slice('whsec_'.length)],
  ['title', TITLE],
  ['display name', NAME],
  ['spoken words', WORDS],
];

function leaksIn(text: string, among = canaries()): string[] {
  const folded = text.toLowerCase();
  return among.filter(([, value]) => folded.includes(value.toLowerCase())).map(([name]) => name);
}

// Promise: 19, 146
test('no log line of any process, at the most talkative level, holds a secret, a title, a name or a word', async () => {
  const logs = await allLogs(parley);
  expect(logs).toContain('/v1/meetings');
  expect(leaksIn(logs)).toEqual([]);
});

// Promise: 19
test('no metric holds one', async () => {
  const text = await (await fetch(opsUrl)).text();
  expect(text).toContain('parley_meetings');
  expect(leaksIn(text)).toEqual([]);
});

// Promise: 19
test('no argument and no title of a process holds one', async () => {
  const pids = [parley.pid, ...(await descendants(parley.pid))];
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  expect(lines.join('\n')).toContain('scribe');
  expect(leaksIn(lines.join('\n'))).toEqual([]);
});

// Promise: 19
test('no error answer repeats what the caller sent', async () => {
  const wrong = [
    { authorization: `Bearer ${parley.apiKey}x`, body: JSON.stringify({ title: TITLE }) },
    {
      authorization: `Bearer ${parley.apiKey}`,
      body: JSON.stringify({ title: TITLE, [NAME]: WORDS }),
    },
    { authorization: `Bearer ${parley.apiKey}`, body: `{"title":"${TITLE}` },
    {
      authorization: `Bearer ${parley.apiKey}`,
      body: JSON.stringify({ title: { nested: TITLE } }),
    },
  ];
  for (const { authorization, body } of wrong) {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    };
    const answer = await fetch(`${parley.url}/v1/meetings`, { method: 'POST', headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(leaksIn((await answer.text()) + JSON.stringify([...answer.headers]))).toEqual([]);
  }
});

// Promise: 19
test('no refusal of the guest room or of a webhook repeats its input', async () => {
  const [path = ''] = guestUrl.split('#');
  const ref = path.split('/').at(-1) ?? '';
  const wrong: [string, object, string][] = [
    [`/guest/links/${ref}x/join`, { secret: linkSecret(), displayName: NAME }, ''],
    [`/guest/links/${ref}/join`, { secret: `${linkSecret()}x`, displayName: NAME }, ''],
    [
      `/guest/links/${ref}/join`,
      { secret: linkSecret(), displayName: NAME, [WORDS]: linkSecret() },
      '',
    ],
    [`/guest/links/${ref}/lobby?k=${linkSecret()}`, { secret: linkSecret(), title: TITLE }, ''],
    [
      '/v1/webhooks',
      { url: `https://${NAME}:${linkSecret()}@hooks.test/`, secret: webhookSecret },
      parley.apiKey,
    ],
    [`/v1/meetings/${linkSecret()}/guest-links?${linkSecret()}=1`, { guestUrl }, parley.apiKey],
  ];
  for (const [target, body, key] of wrong) {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(key && { authorization: `Bearer ${key}` }),
    };
    const answer = await fetch(parley.url + target, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect([target.split('?')[0], answer.status >= 400]).toEqual([target.split('?')[0], true]);
    expect(leaksIn((await answer.text()) + JSON.stringify([...answer.headers]))).toEqual([]);
  }
});

// Promise: 146
test('what a receiver of webhooks gets holds none', () => {
  expect(receiver.calls.length).toBeGreaterThanOrEqual(3);
  expect(leaksIn(JSON.stringify(receiver.calls))).toEqual([]);
});

// Promise: 19
test('no file, the database and its journal included, holds a secret, except the one with the first key', async () => {
  const found: string[] = [];
  for (const root of [temporary, parley.dataDir])
    for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || entry.name === 'api-key') continue;
      const text = await readFile(path, 'latin1').catch(() => '');
      for (const leak of leaksIn(text, canaries().slice(0, SECRETS)))
        found.push(`${leak} in ${path.slice(root.length)}`);
    }
  expect(found).toEqual([]);
});

// Promise: 19
test('the database holds no API key, link secret or webhook secret, only what they are checked against', async () => {
  const dump = await allRows(parley);
  expect(leaksIn(dump)).toContain('title');
  expect(leaksIn(dump, canaries().slice(0, SECRETS))).toEqual([]);
});

test('once the transcript is final no sound is left on the disk', async () => {
  await until('the spool is empty', 60_000, async () => (await spoolFiles(parley)).length === 0);
});
