// Somebody who declines to be transcribed speaks aloud; then every place that could keep the words is searched.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { connectEmbeddedPostgres } from '../../src/adapters/embedded/postgres.ts';
import { silentLog } from '../world/clock-and-log.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { webhookReceiver } from '../world/service/webhook-receiver.ts';
import { saidBy } from '../world/speech/sentences.ts';
import { type Voice, voiceMeeting } from '../world/speech/voices.ts';

/** Of the first 20 s of the human recording; Ana says nothing like it. */
const DECLINED = /(best|worst) of times|wisdom|foolish|incredulity/i;
const SPOKEN_MS = 20_000;
const ASKS = { transcription: 'consent' } as const;

let parley: Parley;
let client: ParleyClient;
let receiver: Awaited<ReturnType<typeof webhookReceiver>>;
let meetingRef: string;
let ana: Voice;
let ben: Voice;
let spooledWhileSpoken: string[];
const live: string[] = [];

beforeAll(async () => {
  receiver = await webhookReceiver();
  parley = await startParley({
    env: { PARLEY_LOG_LEVEL: 'debug', PARLEY_WEBHOOK_ALLOW_PRIVATE: '1' },
  });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  await client.webhooks.create({ url: receiver.url, eventTypes: ['*'] });
  await holdTheMeeting();
});

afterAll(() => clearAway(parley));

async function holdTheMeeting(): Promise<void> {
  const meeting = await voiceMeeting(parley, ASKS);
  ({ meetingRef } = meeting);
  ana = await meeting.enter('Ana', undefined, undefined, 'given');
  const reading = readLive();
  ben = await meeting.enter('Ben', undefined, undefined, 'declined');
  await Promise.all([ana.speak('plan'), ben.speak('two_cities', SPOKEN_MS)]);
  spooledWhileSpoken = await readdir(join(parley.dataDir, 'spool', meetingRef));
  await meeting.end();
  await reading;
  await Promise.all([ana.leave(), ben.leave()]);
  await client.summaries.waitFor(meetingRef);
}

async function readLive(): Promise<void> {
  for await (const words of client.transcripts.live(meetingRef, { interim: true }))
    live.push(JSON.stringify(words));
}

type Rows = Record<string, string[]>;

/** Every row of every table, as text. */
async function databaseRows(): Promise<Rows> {
  const { url } = await connectEmbeddedPostgres(parley.dataDir, silentLog);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const tables = await database.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const rows: Rows = {};
  for (const { name } of tables.rows) {
    const found = await database.query<{ row: string }>(`select t::text as row from "${name}" t`);
    rows[name] = found.rows.map(({ row }) => row);
  }
  await database.end();
  return rows;
}

// Promise: I14
test('no caption, live segment, transcript, summary or export holds a word of who declined', async () => {
  const transcript = await client.transcripts.read(meetingRef);
  expect(transcript.speakers.map(({ displayName }) => displayName)).toEqual(['Ana']);
  expect(saidBy(transcript)).toMatch(/friday/i);
  expect(transcript.gaps).toContainEqual(
    expect.objectContaining({ participantRef: ben.participantRef, reason: 'consent_declined' }),
  );
  const captions = [ana, ben].flatMap((voice) => [...voice.captions, ...voice.partials]);
  expect(captions.filter(({ participantRef }) => participantRef === ben.participantRef)).toEqual(
    [],
  );
  const texts = await Promise.all(
    (['text/vtt', 'text/plain', 'application/x-subrip'] as const).map((mediaType) =>
      client.transcripts.readAs(mediaType, meetingRef),
    ),
  );
  const exported = Object.values(unzipSync(await client.meetings.export(meetingRef)));
  const parts = [
    ...texts,
    ...exported.map((file) => strFromU8(file)),
    ...live,
    ...captions.map(({ text }) => text),
    JSON.stringify(transcript),
    JSON.stringify(await client.summaries.read(meetingRef)),
    JSON.stringify(await client.meetings.read(meetingRef)),
    await client.participants.listAsCsv(meetingRef),
  ];
  expect(parts.filter((part) => DECLINED.test(part))).toEqual([]);
  expect(exported.map((file) => strFromU8(file)).join('\n')).toMatch(/friday/i);
  expect(live.join('\n')).toMatch(/friday/i);
});

// Promise: I14
test('no row of any table holds one, and no track of who declined is known', async () => {
  const rows = await databaseRows();
  expect(rows['utterance']?.join('\n')).toMatch(/friday/i);
  expect(
    Object.values(rows)
      .flat()
      .filter((row) => DECLINED.test(row)),
  ).toEqual([]);
  expect(rows['track']?.join('\n')).toContain(ana.participantRef);
  expect(rows['track']?.join('\n')).not.toContain(ben.participantRef);
});

// Promise: I14
test('while they speak, the spool has a file of the one who agreed and of nobody else', async () => {
  const tracks = (await databaseRows())['track'] ?? [];
  const files = spooledWhileSpoken.filter((name) => name.endsWith('.pcm'));
  expect(files).toHaveLength(1);
  const owner = tracks.find((row) => row.includes(files[0]?.replace('.pcm', '') ?? '?'));
  expect(owner).toContain(ana.participantRef);
});

// Promise: I14
test('no log line at the most talkative level and no call to a webhook holds one', async () => {
  const folder = join(parley.dataDir, 'logs');
  const logs = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const lines = [parley.output(), ...logs].join('\n').split('\n');
  expect(lines.filter((line) => DECLINED.test(line))).toEqual([]);
  expect(receiver.calls.map(({ body }) => body).join('\n')).toContain('transcript.available');
  expect(receiver.calls.filter(({ body }) => DECLINED.test(body))).toEqual([]);
});

// Promise: I14
test('no file of the data folder holds one', async () => {
  const found: string[] = [];
  for (const entry of await readdir(parley.dataDir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (DECLINED.test(await readFile(path, 'latin1').catch(() => '')))
      found.push(path.slice(parley.dataDir.length));
  }
  expect(found).toEqual([]);
});

test('the same recording, by somebody who agrees, is heard', async () => {
  const meeting = await voiceMeeting(parley, ASKS);
  const cleo = await meeting.enter('Cleo', undefined, undefined, 'given');
  await cleo.speak('two_cities', SPOKEN_MS);
  expect(saidBy(await meeting.end())).toMatch(DECLINED);
  await cleo.leave();
});
