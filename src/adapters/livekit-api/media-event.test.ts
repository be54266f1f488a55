import { WebhookEvent } from 'livekit-server-sdk';
import { expect, test } from 'vitest';
import { toMediaEvent } from './media-event.ts';

const [LEFT, CONNECTION_TIMEOUT] = [1, 14];
const leftFor = (disconnectReason: number) =>
  toMediaEvent(
    WebhookEvent.fromJson({
      id: 'EV_1',
      event: 'participant_left',
      createdAt: '1795597589',
      participant: { identity: 'pt_ana', disconnectReason },
    }),
  );

test('who left was present until then; who was lost, until the server began to wait for them', () => {
  const left = leftFor(LEFT);
  expect([left.reason, left.at.getTime() - left.lastSeenAt.getTime()]).toEqual(['left', 0]);
  const lost = leftFor(CONNECTION_TIMEOUT);
  expect([lost.reason, lost.at.getTime() - lost.lastSeenAt.getTime()]).toEqual([
    'connection_lost',
    20_500,
  ]);
});

test('events of the same second are ordered, so that nobody leaves before they join', () => {
  expect(leftFor(LEFT).at).toEqual(new Date('2026-11-25T09:06:29.999Z'));
});
