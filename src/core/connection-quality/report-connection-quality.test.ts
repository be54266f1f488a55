import { expect, test } from 'vitest';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { readParticipant } from '../participant/read-participants.ts';
import type { ConnectionMeasures } from './connection-quality.ts';
import { reportConnectionQuality } from './report-connection-quality.ts';

const { db } = await testDatabase();

const report = (over: Partial<ConnectionMeasures> = {}): ConnectionMeasures => ({
  transport: 'udp',
  reconnections: 0,
  sent: { packets: 1000, lost: 10 },
  received: { packets: 3000, lost: 1 },
  jitterMs: 12,
  roundTripMs: 40,
  ...over,
});

async function scene() {
  const meeting = await hostedMeeting(db, {});
  const ana = await meeting.enter('Ana');
  const one = { ...meeting.request, participantRef: ana.participantRef };
  const connection = async () => (await readParticipant(meeting.ctx, one)).connection;
  return { ...meeting, ana, connection };
}

test('the reports of a page add up to the quality of its media', async () => {
  const { ctx, world, ana, connection } = await scene();
  expect(await connection()).toBeNull();
  await reportConnectionQuality(ctx, ana, report());
  world.clock.advance(60);
  const answer = await reportConnectionQuality(
    ctx,
    ana,
    report({ transport: 'relay', reconnections: 2, jitterMs: 3, roundTripMs: 90 }),
  );
  expect(answer.meetingState).toBe('in_progress');
  expect(await connection()).toEqual({
    transport: 'relay',
    reconnections: 2,
    sentLossPercent: 1,
    receivedLossPercent: 0.03,
    maxJitterMs: 12,
    maxRoundTripMs: 90,
    reportedAt: world.clock.now().toISOString(),
  });
});

test('a page that sends nothing has no outgoing loss, and no loss exceeds 100 percent', async () => {
  const { ctx, ana, connection } = await scene();
  const odd = { sent: { packets: 0, lost: 0 }, received: { packets: 10, lost: 11 } };
  await reportConnectionQuality(ctx, ana, report(odd));
  expect(await connection()).toMatchObject({ sentLossPercent: null, receivedLossPercent: 100 });
});

test('nobody can report for someone else', async () => {
  const { ctx, ana, enter, connection } = await scene();
  const ben = await enter('Ben');
  const forged = { ...ben, participantRef: ana.participantRef };
  await expect(reportConnectionQuality(ctx, forged, report())).rejects.toMatchObject({
    code: 'guest_link_not_usable',
  });
  expect(await connection()).toBeNull();
});
