// A meeting with a guest link and a host link, and people who ask to come in.
import type { GuestLinkWithUrl, NewMeetingOptions } from '../../../contract/generated/api.ts';
import type { Admission, WaitingGuest } from '../../../contract/generated/guest-api.ts';
import { newRef } from '../../../src/core/ids.ts';
import { createMeeting } from '../../../src/core/meeting/create-meeting.ts';
import { joinMeeting } from '../../../src/core/participant/join-meeting.ts';
import { noteConnected } from '../../../src/core/participant/note-connected.ts';
import { readParticipant } from '../../../src/core/participant/read-participants.ts';
import type { Db } from '../../../src/store/schema.ts';
import { coreScene } from './core-scene.ts';

type Link = { guestLinkRef: string; secret: string };

export async function hostedMeeting(db: Db, options: NewMeetingOptions, maxUses?: number) {
  const world = coreScene(db);
  const { ctx, media } = world;
  const actor = { ...world.actor, scopes: ['guest-links:write', 'hosts:write'] };
  const guestLinks = [{ ...(maxUses !== undefined && { maxUses }) }, { role: 'host' as const }];
  const { meeting } = await createMeeting(ctx, {
    actor,
    body: { title: 'Design review', options, guestLinks },
    call: { tenant: actor.tenant, method: 'POST', path: '/v1/meetings', key: newRef('k') },
  });
  const { meetingRef } = meeting;
  const [guests, hosts] = (meeting.guestLinks ?? []).map(secretOf);
  if (!guests || !hosts) throw new Error('two links were asked for');

  const knock = async (displayName: string, link: Link = guests): Promise<WaitingGuest> => {
    const joined = await joinMeeting(ctx, { ...link, displayName });
    if (!('waiting' in joined)) throw new Error(`${displayName} does not wait`);
    return joined.waiting;
  };
  const enter = async (
    displayName: string,
    wish: { consent?: 'given' | 'declined' } = {},
  ): Promise<Admission> => {
    const joined = await joinMeeting(ctx, { ...hosts, ...wish, displayName });
    if (!('admission' in joined)) throw new Error(`${displayName} waits`);
    media.connect(meetingRef, joined.admission.participantRef);
    await noteConnected(ctx, joined.admission);
    return joined.admission;
  };
  const request = { actor, meetingRef, call: null };
  const stateOf = async (participantRef: string): Promise<string> => {
    const { state, stateReason } = await readParticipant(ctx, { ...request, participantRef });
    return stateReason === null ? state : `${state}: ${stateReason}`;
  };
  const eventsOf = async (participantRef: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('event')
      .select(['type', 'participant'])
      .where('meeting_ref', '=', meetingRef)
      .orderBy('position')
      .execute();
    return rows
      .filter(({ participant }) => participant?.participantRef === participantRef)
      .map(({ type }) => type);
  };
  return {
    world,
    ctx,
    media,
    meetingRef,
    guests,
    hostLink: hosts,
    knock,
    enter,
    request,
    stateOf,
    eventsOf,
  };
}

export function secretOf({ guestLinkRef, guestUrl }: GuestLinkWithUrl): Link {
  return { guestLinkRef, secret: new URL(guestUrl).hash.slice('#k='.length) };
}
