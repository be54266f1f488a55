// Twelve people who talk over each other for a minute, in a real room, with a real recognizer on the same machine.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSpeechTable } from '../../setup/places.mjs';
import { QUEUED_PACE } from '../world/media/talker.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { voiceMeeting } from '../world/speech/voices.ts';
import { wordErrorRate } from '../world/speech/word-error-rate.ts';
import { type CaseRow, caseRow } from './case-row.ts';
import { PLAN, REPLY, saidBy, timesSaid } from '../world/speech/sentences.ts';

const { texts } = testSpeechTable();
const SENTENCES = [...PLAN, ...REPLY];
/** 60 s each, and never all in the same sentence. */
const SPEECHES = [
  ['plan', 'reply', 'plan'],
  ['reply', 'plan', 'reply'],
];
const rows: CaseRow[] = [];
let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});

afterAll(async () => {
  console.table(rows);
  await clearAway(parley);
});

test('no word is lost when twelve speak at once for a minute', async () => {
  const meeting = await voiceMeeting(parley);
  const voices = await Promise.all(
    // A busy machine would tear words if each frame were sent when it is due.
    Array.from({ length: 12 }, (_, i) => meeting.enter(`Voice ${i + 1}`, QUEUED_PACE)),
  );
  await Promise.all(
    voices.map(async (voice, i) => {
      for (const text of SPEECHES[i % 2] ?? []) await voice.speak(text);
    }),
  );
  const transcript = await meeting.end();
  await Promise.all(voices.map((voice) => voice.leave()));
  const speakers = transcript.speakers.map(({ speakerRef, displayName }) => {
    const speech = SPEECHES[(Number(displayName.split(' ')[1]) - 1) % 2] ?? [];
    const [plans, replies] = ['plan', 'reply'].map(
      (text) => speech.filter((one) => one === text).length,
    );
    const text = saidBy(transcript, speakerRef);
    const asked = speech.map((name) => texts[name]).join(' ');
    const said = [...PLAN.map(() => plans ?? 0), ...REPLY.map(() => replies ?? 0)];
    return { displayName, text, asked, said, found: timesSaid(text, SENTENCES) };
  });
  const row = caseRow(
    parley,
    'twelve at once for a minute',
    transcript,
    speakers.flatMap(({ found }) => found),
    speakers.flatMap(({ said }) => said),
  );
  const wordsOf = (all: readonly string[]): number => all.join(' ').split(/\s+/).length;
  rows.push({
    ...row,
    'words said': wordsOf(speakers.map(({ asked }) => asked)),
    'words written': wordsOf(speakers.map(({ text }) => text)),
    'word errors': wordErrorRate(
      speakers.map(({ asked }) => asked).join(' '),
      speakers.map(({ text }) => text).join(' '),
    ).toFixed(3),
  });
  expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
  expect(speakers).toHaveLength(12);
  for (const { displayName, text, asked, found, said } of speakers) {
    expect(wordErrorRate(asked, text), `${displayName}: ${text}`).toBeLessThan(0.3);
    const twice = found.filter((count, i) => count > (said[i] ?? 0));
    expect(twice, `${displayName}: ${text}`).toEqual([]);
  }
});
