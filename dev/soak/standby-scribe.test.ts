// The scribe that attends is lost in mid-sentence: what its standby makes of it, and what becomes of it without one.
import { setTimeout as delay } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transcript } from '../../contract/generated/api.ts';
import { memoryOf } from '../world/process-memory.ts';
import { type Machines, severalMachines } from '../world/service/several-machines.ts';
import {
  clearAway,
  type Launched,
  type Parley,
  startParley,
} from '../world/service/start-parley.ts';
import { expectInOrder, PLAN, saidBy, timesSaid } from '../world/speech/sentences.ts';
import { captionCount, midWord, speakOn, voiceMeeting } from '../world/speech/voices.ts';
import { until } from '../world/until.ts';
import { type CaseRow, caseRow } from './case-row.ts';

const ENV = { PARLEY_EMPTY_ROOM_SECONDS: '60' };
const STANDBY = { ...ENV, PARLEY_SCRIBE_STANDBY: 'on' };
/** Of a second scribe, from the moment that the first one is in the room. */
const STANDS_BY_WITHIN_MS = 60_000;
/** Longer than a lease. */
const STANDS_STILL_MS = 5_000;

/** One row a case, for docs/measured.md. */
const rows: CaseRow[] = [];
afterAll(() => console.table(rows));

type Line = { atMs: number; pid: number };

/** When and in which processes this was said of the meeting. */
function linesOf(output: string, message: string, meetingRef: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line.includes(message) && line.includes(meetingRef))
    .map((line) => JSON.parse(line) as { time: string; pid: number })
    .map(({ time, pid }) => ({ atMs: Date.parse(time), pid }));
}

/** A meeting in which somebody is in the middle of a sentence of `plan`. */
async function midSentence(parley: Parley, hasStandby: boolean) {
  const meeting = await voiceMeeting(parley);
  const { meetingRef } = meeting;
  const ana = await meeting.enter('Ana');
  const attending = () => linesOf(parley.output(), 'the scribe is in the room', meetingRef);
  const standingBy = () => linesOf(parley.output(), 'a scribe stands by in the room', meetingRef);
  if (hasStandby) await until('a standby', STANDS_BY_WITHIN_MS, () => standingBy().length > 0);
  const { speaking, enough } = speakOn(ana, 'plan');
  await captionCount(ana, 2);
  await midWord(ana);
  return { ...meeting, ana, speaking, enough, attending, standingBy };
}

/**
 * Kills the scribe that attends, and returns after how many ms the next one was in the room. How soon depends on the
 * machine; that nobody waits for the end of the lease is tested with the lease.
 */
async function takenAfterKill(attending: () => Line[]): Promise<number> {
  const count = attending().length;
  process.kill(attending().at(-1)?.pid ?? NaN, 'SIGKILL');
  const killedAtMs = Date.now();
  await until('the next scribe', 60_000, () => attending().length > count);
  return (attending().at(-1)?.atMs ?? 0) - killedAtMs;
}

function note(parley: Parley, name: string, transcript: Transcript, more: CaseRow): number[] {
  const times = timesSaid(saidBy(transcript));
  rows.push({ ...caseRow(parley, name, transcript, times), ...more });
  return times;
}

function expectWhole(transcript: Transcript, times: readonly number[]): void {
  expect(times, saidBy(transcript)).toEqual(PLAN.map(() => 1));
  expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
  expectInOrder(transcript, saidBy(transcript));
}

describe('a machine with every role', () => {
  let parley: Parley;
  beforeEach(async () => {
    parley = await startParley({ env: STANDBY });
  });
  afterEach(() => clearAway(parley));

  test('loses no word of two killed scribes', async () => {
    const meeting = await midSentence(parley, true);
    const { ana, attending, standingBy } = meeting;
    const { pssMb } = await memoryOf([standingBy()[0]?.pid ?? 0]);
    const first = await takenAfterKill(attending);
    await until('the next standby', STANDS_BY_WITHIN_MS, () => standingBy().length > 1);
    await midWord(ana);
    const second = await takenAfterKill(attending);
    meeting.enough();
    await meeting.speaking;
    const transcript = await meeting.end();
    await ana.leave();
    const more = { 'taken over after ms': `${first}, ${second}`, 'standby MB': pssMb };
    const times = note(parley, 'killed twice, standby', transcript, more);
    expectWhole(transcript, times);
  });

  test('writes no sentence twice when the scribe only stood still', async () => {
    const meeting = await midSentence(parley, true);
    const pid = meeting.attending().at(-1)?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await delay(STANDS_STILL_MS);
    process.kill(pid, 'SIGCONT');
    meeting.enough();
    await meeting.speaking;
    const transcript = await meeting.end();
    await meeting.ana.leave();
    const times = note(parley, 'stood still for 5 s, standby', transcript, {});
    expectWhole(transcript, times);
  });
});

describe('two machines with the role scribe', () => {
  let machines: Machines;
  let scribes: Launched[];
  let parley: Parley;
  async function begin(env: Record<string, string>): Promise<void> {
    machines = await severalMachines(env);
    scribes = [await machines.start('scribe'), await machines.start('scribe')];
    parley = { ...machines.api, output: () => scribes.map((one) => one.output()).join('') };
  }
  afterEach(() => machines.stop());

  function attendingMachine(pid: number | undefined): Launched {
    const machine = scribes.find((one) => one.output().includes(`"pid":${pid}`));
    if (!machine) throw new Error('no machine attends');
    return machine;
  }

  test.each([
    {
      name: 'machine lost with its disk',
      hasStandby: true,
      strike: async (machine: Launched) => {
        await machine.killTree();
        await rm(machine.dataDir, { recursive: true });
      },
    },
    ...[true, false].map((hasStandby) => ({
      name: 'machine told to stop',
      hasStandby,
      strike: (machine: Launched) => machine.stop(),
    })),
  ])('lose no word: $name, standby $hasStandby', async (row) => {
    const { name, hasStandby, strike } = row;
    await begin(hasStandby ? STANDBY : ENV);
    const meeting = await midSentence(parley, hasStandby);
    const [struckAtMs, pid] = [Date.now(), meeting.attending().at(-1)?.pid];
    await strike(attendingMachine(pid));
    await until('the next scribe', 60_000, () => meeting.attending().length > 1);
    const takenMs = (meeting.attending().at(-1)?.atMs ?? 0) - struckAtMs;
    meeting.enough();
    await meeting.speaking;
    const transcript = await meeting.end();
    await meeting.ana.leave();
    const times = note(parley, `${name}, standby ${hasStandby}`, transcript, {
      'taken over after ms': takenMs,
    });
    expectWhole(transcript, times);
  });

  test('without a standby lose the words until the next scribe has joined, and say so', async () => {
    await begin(ENV);
    const meeting = await midSentence(parley, false);
    const takenMs = await takenAfterKill(meeting.attending);
    meeting.enough();
    await meeting.speaking;
    const transcript = await meeting.end();
    await meeting.ana.leave();
    const row = { 'taken over after ms': takenMs };
    const times = note(parley, 'killed, no standby', transcript, row);
    expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
    expect(Math.max(...times), saidBy(transcript)).toBe(1);
  });
});
