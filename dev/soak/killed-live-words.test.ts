// A reader of live words, through two kills of the service: real speech, and the SDK's own reconnecting.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import type { LiveSegment } from '../../contract/generated/api.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { midWord, rejoined, speakOn, type Voice, voiceMeeting } from '../world/speech/voices.ts';
import { until } from '../world/until.ts';

let parley: Parley;
let client: ParleyClient;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_EMPTY_ROOM_SECONDS: '60' } });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
});

afterAll(() => clearAway(parley));

type Read = LiveSegment & { id: string };

async function readAll(meetingRef: string, into: Read[], lastEventId?: string): Promise<void> {
  const live = client.transcripts.live(meetingRef, { ...(lastEventId && { lastEventId }) });
  for await (const words of live) if (words.kind === 'segment') into.push(words);
}

async function killMidWord(voice: Voice): Promise<void> {
  await midWord(voice);
  process.kill(parley.pid, 'SIGKILL');
  parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
}

// Promise: I16, 143
test('each final segment comes exactly once, and in order', async () => {
  const meeting = await voiceMeeting(parley);
  const { meetingRef } = meeting;
  const ana = await meeting.enter('Ana');
  const read: Read[] = [];
  const reading = readAll(meetingRef, read);

  const first = speakOn(ana, 'plan');
  await until('two segments', 60_000, () => read.length >= 2);
  await killMidWord(ana);
  first.enough();
  await first.speaking;

  const ben = await (await rejoined(parley, meetingRef)).enter('Ben');
  const readBefore = read.length;
  const second = speakOn(ben, 'plan');
  await until('a segment after the first kill', 60_000, () => read.length > readBefore);
  await killMidWord(ben);
  second.enough();
  await second.speaking;

  const after = await rejoined(parley, meetingRef);
  const cleo = await after.enter('Cleo');
  await cleo.speak('reply');
  const transcript = await after.end();
  await reading;
  await Promise.all([ana, ben, cleo].map((voice) => voice.leave()));

  const refs = read.map(({ utteranceRef }) => utteranceRef);
  expect(new Set(refs).size).toBe(refs.length);
  const written = transcript.segments.flatMap(({ utteranceRefs }) => utteranceRefs ?? []);
  expect(refs.toSorted()).toEqual(written.toSorted());
  const positions = read.map(({ id }) => Number(id));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(new Set(read.map(({ displayName }) => displayName))).toEqual(
    new Set(['Ana', 'Ben', 'Cleo']),
  );
  // Whoever resumes later, from any event, gets what came after it and nothing else.
  const rest: Read[] = [];
  await readAll(meetingRef, rest, read[1]?.id);
  expect(rest.map(({ utteranceRef }) => utteranceRef)).toEqual(refs.slice(2));
});
