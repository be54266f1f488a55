// What becomes of words when the scribe, the media server or the whole product dies mid-word.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transcript } from '../../contract/generated/api.ts';
import { testSpeechTable } from '../../setup/places.mjs';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { rejoined, signalFirst, voiceMidWord } from '../world/speech/voices.ts';
import { wordErrorRate } from '../world/speech/word-error-rate.ts';
import { type CaseRow, caseRow } from './case-row.ts';
import { expectInOrder, REPLY, saidBy, timesSaid } from '../world/speech/sentences.ts';

const { texts } = testSpeechTable();

/** With the pause after it. */
const SENTENCE_S = 3;

let parley: Parley;

/** One row a case, for docs/measured.md. */
const rows: CaseRow[] = [];

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_EMPTY_ROOM_SECONDS: '60' } });
});

afterAll(async () => {
  console.table(rows);
  await clearAway(parley);
});

/** `counts`: how often each sentence that was said stands in the transcript. */
function note(name: string, transcript: Transcript, counts: readonly number[]): CaseRow {
  const row = caseRow(parley, name, transcript, counts);
  rows.push(row);
  return row;
}

describe('no word is lost, or the transcript says that some are', () => {
  test('when the scribe is killed mid-word', async () => {
    const { meeting, ana, speaking, enough } = await voiceMidWord(parley, 1);
    await signalFirst(parley, 'app/scribe-main', 'SIGKILL');
    enough();
    await speaking;
    const transcript = await meeting.end();
    await ana.leave();
    const times = timesSaid(saidBy(transcript));
    const row = note('scribe killed', transcript, times);
    expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    // The line is written before the transcript is available, and may be read after it.
    const named = new RegExp(
      `"meetingRef":"${meeting.meetingRef}".*"startMs":\\d+,"endMs":\\d+.*no words for this range`,
    );
    await until('the log names what is missing', 10_000, () => named.test(parley.output()));
    // A scribe that is away for less than one sentence may spoil two.
    const spoiled = 2 + Math.floor(Number(row['lost s, as reported']) / SENTENCE_S);
    expect(Number(row['missing']), saidBy(transcript)).toBeLessThanOrEqual(spoiled);
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when the media server is killed mid-word', async () => {
    const { meeting, ana, speaking, enough } = await voiceMidWord(parley, 2);
    await signalFirst(parley, 'livekit', 'SIGKILL');
    enough();
    await speaking;
    const ben = await meeting.enter('Ben');
    await ben.speak('reply');
    const transcript = await meeting.end();
    await Promise.all([ana.leave(), ben.leave()]);
    const times = timesSaid(saidBy(transcript));
    note('media server killed', transcript, times);
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expectInOrder(transcript, saidBy(transcript));
    if (times.includes(0))
      expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    const reply = saidBy(
      transcript,
      transcript.speakers.find((speaker) => speaker.displayName === 'Ben')?.speakerRef,
    );
    expect(reply.match(/next week/gi) ?? [], reply).toHaveLength(1);
  });

  test('when the service is killed mid-word and started again, which starts its media server anew', async () => {
    const { meeting, ana, speaking, enough } = await voiceMidWord(parley, 2);
    process.kill(parley.pid, 'SIGKILL');
    parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
    enough();
    await speaking;
    const after = await rejoined(parley, meeting.meetingRef);
    const ben = await after.enter('Ben');
    await ben.speak('reply');
    const transcript = await after.end();
    await Promise.all([ana.leave(), ben.leave()]);
    const times = timesSaid(saidBy(transcript));
    const replies = timesSaid(saidBy(transcript, 's2'), REPLY);
    note('service killed and started again', transcript, [...times, ...replies]);
    expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expect(replies, saidBy(transcript, 's2')).toEqual(REPLY.map(() => 1));
    expectInOrder(transcript, saidBy(transcript));
  });

  test('when every process is killed mid-word and the product is started again', async () => {
    const { meeting, ana, speaking, enough } = await voiceMidWord(parley, 2, 14_000);
    await parley.killTree();
    enough();
    await Promise.all([speaking, ana.leave()]);
    parley = await startParley({ env: parley.env, dataDir: parley.dataDir });
    const after = await rejoined(parley, meeting.meetingRef);
    const again = await after.enter('Ana');
    await again.speak('reply');
    const transcript = await after.end();
    await again.leave();
    const times = timesSaid(saidBy(transcript));
    note('every process killed', transcript, times);
    expect(times[0], saidBy(transcript)).toBe(1);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
    expect(transcript.speakers).toHaveLength(2);
    expect(
      wordErrorRate(texts['reply'] ?? '', saidBy(transcript, 's2')),
      saidBy(transcript, 's2'),
    ).toBeLessThan(0.3);
  });
});
