// A second pass through the whole product: live words by the embedded engine, and a better server after the meeting.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import {
  type TranscriptionServer,
  transcriptionServer,
} from '../world/speech/transcription-scene.ts';
import { voiceMeeting } from '../world/speech/voices.ts';
import { REPLY, saidBy, timesSaid } from '../world/speech/sentences.ts';

let server: TranscriptionServer;
let parley: Parley;

beforeAll(async () => {
  server = await transcriptionServer((call) => `Second hearing number ${call}.`);
  parley = await startParley({
    env: {
      PARLEY_SECOND_PASS: 'openai',
      PARLEY_SPEECH_URL: server.url,
      PARLEY_SPEECH_REMOTE_MODEL: 'better-one',
    },
  });
});

afterAll(async () => {
  await clearAway(parley);
});

test('the transcript holds the words of the second engine and names it', async () => {
  const meeting = await voiceMeeting(parley);
  const ana = await meeting.enter('Ana');
  await ana.speak('reply');
  const transcript = await meeting.end();
  await ana.leave();
  expect(timesSaid(ana.captions.map(({ text }) => text).join(' '), REPLY)).toEqual(
    REPLY.map(() => 1),
  );
  expect([transcript.result, transcript.engine]).toEqual([
    'complete',
    { name: 'openai', model: 'better-one', quality: 'standard' },
  ]);
  const said = saidBy(transcript);
  const heard = Array.from({ length: server.calls() }, (_, i) => `Second hearing number ${i + 1}.`);
  expect(heard.length).toBeGreaterThan(0);
  // Calls go out together: the words are in the order of speech, not of calls.
  expect(said.match(/Second hearing number \d+\./g)?.toSorted()).toEqual(heard.toSorted());
  expect(said.replaceAll(/Second hearing number \d+\./g, '').trim()).toBe('');
});

test('with the second engine away the live words are there after 90 s, under the name of their engine', async () => {
  await server.goAway();
  const meeting = await voiceMeeting(parley);
  const ben = await meeting.enter('Ben');
  await ben.speak('reply');
  const transcript = await meeting.end();
  await ben.leave();
  expect([transcript.result, transcript.engine?.name]).toEqual(['complete', 'moonshine']);
  expect(timesSaid(saidBy(transcript), REPLY), saidBy(transcript)).toEqual(REPLY.map(() => 1));
});
