import { isDeepStrictEqual } from 'node:util';
import type { MeetingOptions } from '../../../contract/generated/api.ts';
import { findMeeting, type MeetingRow } from '../../store/meeting.ts';
import { findParticipant, type ParticipantRow } from '../../store/participant/participant.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import type { CoreSettings, Ctx } from '../context.ts';
import { orWarn } from '../media-away.ts';
import type { InRoom, MediaSource } from '../ports.ts';

/** Each is caused by another change to the same person meanwhile. The next reconciliation corrects the rest. */
const MAX_UPDATES = 5;

/**
 * Shows the others a participant's role, consent and hand at once, and updates what the media server lets them send.
 * Their next media token says the same. Updates may overtake each other: each is repeated until it is the latest.
 */
export async function updateInRoom(
  ctx: Ctx,
  meetingRef: string,
  participantRef: string,
): Promise<void> {
  let told: InRoom | undefined;
  for (let count = 0; count < MAX_UPDATES; count += 1) {
    const person = await readInRoom(ctx, meetingRef, participantRef);
    if (!person || isDeepStrictEqual(person, told)) return;
    const update = ctx.media.updateParticipant(meetingRef, participantRef, person);
    const message = 'a change to a participant could not be sent to the room';
    await orWarn(ctx, update, message, { meetingRef, participantRef });
    told = person;
  }
}

async function readInRoom(
  ctx: Ctx,
  meetingRef: string,
  participantRef: string,
): Promise<InRoom | undefined> {
  const [participant, meeting] = await Promise.all([
    findParticipant(ctx.db, participantRef),
    findMeeting(ctx.db, meetingRef),
  ]);
  return participant && meeting && inRoom(participant, meeting, ctx.settings);
}

/** What the others see of a participant, and what the media server lets the participant send. Pure. */
export function inRoom(
  participant: ParticipantRow,
  meeting: MeetingRow,
  settings: CoreSettings,
): InRoom {
  const options = effectiveOptions(meeting, settings);
  return {
    role: participant.role,
    consent: participant.consent,
    handRaisedAt: participant.hand_raised_at,
    sends: sendableSources(participant, options),
    subscribes: participant.can_subscribe,
    sendsMessages: options.chat === 'on',
  };
}

const SOURCES: readonly MediaSource[] = ['microphone', 'camera', 'screen'];

/** What the participant may send; the media server refuses the rest. Pure. */
function sendableSources(
  {
    role,
    locked_sources: locked,
    can_publish: wanted,
  }: Pick<ParticipantRow, 'role' | 'locked_sources' | 'can_publish'>,
  { screenShare }: Pick<MeetingOptions, 'screenShare'>,
): MediaSource[] {
  const mayShare = screenShare === 'all' || role === 'host';
  return SOURCES.filter(
    (source) =>
      !locked.includes(source) &&
      (source !== 'screen' || mayShare) &&
      (wanted === null || wanted.includes(source)),
  );
}
