import { newRef } from '../../src/core/ids.ts';
import { noteMediaEvent } from '../../src/core/presence/note-media-event.ts';
import type { ServerWorld } from './service/server-world.ts';

/** The media server reports that the person's connection began now. */
export async function openVisit(
  { ctx }: ServerWorld,
  { meetingRef, participantRef }: { meetingRef: string; participantRef: string },
): Promise<void> {
  const now = ctx.clock.now();
  await noteMediaEvent(ctx, {
    eventId: newRef('EV'),
    kind: 'participant_joined',
    meetingRef,
    roomSid: 'RM_1',
    participant: { identity: participantRef, kind: 'person', since: now, current: null },
    since: now,
    reason: null,
    at: now,
    lastSeenAt: now,
  });
}
