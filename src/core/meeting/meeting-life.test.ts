// Random lives of one meeting on the real store.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { comeIn, type CoreScene } from '../../../dev/world/service/core-scene.ts';
import { INVARIANTS } from '../../../dev/world/service/meeting-invariants.ts';
import { beginning, step } from '../../../dev/world/service/random-actions.ts';
import { begin, liveOut, look, perform } from '../../../dev/world/service/random-life.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';

const SEQUENCES = 40;
const { db } = await testDatabase();

const PROMISES = {
  // Promise: I1
  I1: 'I1: terminal states absorb',
  // Promise: I2
  I2: 'I2: the rank of the state never decreases',
  // Promise: I3
  I3: 'I3: startedAt iff it was ever in_progress, endedAt iff started and terminal, createdAt <= startedAt <= endedAt',
  // Promise: I4
  I4: 'I4: a link is usable iff the meeting is created or in_progress, the link not revoked and not expired',
  // Promise: I5
  I5: 'I5: exactly one transcript and one summary exist, and what is available never changes',
  // Promise: I6
  I6: 'I6: processing only in ending, ended or failed; available only in a terminal state',
  // Promise: I9
  I9: 'I9: one idempotency row for each created resource',
  // Promise: 51, I10
  I10: 'I10: from every state a terminal one and both artifacts are reached in bounded time without further input',
  log: 'the log tells each change once',
};

const lives = fc.asyncProperty(
  beginning,
  fc.array(step, { minLength: 3, maxLength: 40, size: 'max' }),
  fc.boolean(),
  async (first, steps, mediaReturns) => {
    const life = await begin(db);
    let seen = await look(life, undefined);
    for (const { action: what, kill } of [...first, ...steps]) {
      await perform(life, what, kill);
      seen = await look(life, seen);
    }
    if (mediaReturns) life.scene.media.up = true;
    await liveOut(life, seen);
  },
);

describe('in every random life with lost, doubled and late events, silent media, kills and clock changes', () => {
  let broken: string | null;
  beforeAll(async () => {
    const details = await fc.check(lives, { numRuns: SEQUENCES, endOnFailure: true });
    broken = details.failed
      ? `${String(details.errorInstance)}\n${await fc.asyncDefaultReportMessage(details)}`
      : null;
  }, 300_000);

  it.each(Object.entries(PROMISES).map(([name, title]) => ({ name, title })))(
    '$title',
    ({ name }) => {
      expect([...Object.keys(INVARIANTS), 'I10']).toContain(name);
      if (broken?.includes(`broken: ${name}\n`)) throw new Error(broken);
    },
  );

  it('nothing else goes wrong', () => {
    expect(broken).toBeNull();
  });
});

describe('the life of a meeting', () => {
  // Promise: M7, I7
  it('I7: ends the same way in whatever order, and however often, the media server tells', async () => {
    const visits = fc.array(
      fc.record({ seconds: fc.integer({ min: 1, max: 40 }), leaves: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    );
    const run = fc.asyncProperty(visits, fc.infiniteStream(fc.nat()), async (visit, numbers) => {
      const orderly = await heldMeeting(visit, (events) => events);
      const disorderly = await heldMeeting(visit, (events) =>
        shuffled([...events, ...events], numbers),
      );
      expect(disorderly).toEqual(orderly);
      expect(orderly).toEqual({
        state: 'ended',
        reason: visit.every((one) => one.leaves) ? 'room_empty' : 'max_duration',
      });
    });
    await fc.assert(run, { numRuns: 10, endOnFailure: true });
  }, 120_000);
});

type Events = CoreScene['media']['undelivered'][number][];

/** People come one after another; some leave again. Then all events are delivered, in the order of `arrange`. */
async function heldMeeting(
  visits: { seconds: number; leaves: boolean }[],
  arrange: (events: Events) => Events,
): Promise<{ state: string; reason: string | null }> {
  const life = await begin(db);
  const { scene, link } = life;
  for (const visit of visits) {
    const { participantRef } = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    scene.media.connect(link.meetingRef, participantRef);
    scene.clock.advance(visit.seconds);
    if (visit.leaves) scene.media.disconnect(link.meetingRef, participantRef);
  }
  for (const event of arrange(scene.media.undelivered.splice(0)))
    await noteMediaEvent(scene.ctx, event);
  const { meeting } = await liveOut(life, await look(life, undefined));
  return { state: meeting.state, reason: meeting.state_reason };
}

function shuffled<T>(items: T[], numbers: Iterator<number>): T[] {
  const keyed = items.map((item) => ({ item, key: Number(numbers.next().value) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
