// A meeting in progress whose words come from the test.
import { newRef } from '../../../src/core/ids.ts';
import { appendUtterances, noteWords } from '../../../src/core/transcript/append-utterance.ts';
import { openTrack } from '../../../src/core/transcript/open-track.ts';
import type { ServerWorld } from './server-world.ts';

const SECOND = 16_000;

/** A meeting that Ana has joined. `begin` starts it, `track` opens her track, and `say` lets her speak. */
export async function liveMeeting(world: ServerWorld, tenant: string = newRef('t')) {
  const { ctx } = world;
  const key = await world.key({ tenant });
  const { json } = await world.call('POST', '/v1/meetings', {
    key,
    body: { title: 'A', guestLinks: [{}] },
  });
  const meetingRef = String(json.meetingRef);
  const [link] = json['guestLinks'] as { guestLinkRef: string; guestUrl: string }[];
  const secret = new URL(String(link?.guestUrl)).hash.slice('#k='.length);
  const joined = await world.call('POST', `/guest/links/${String(link?.guestLinkRef)}/join`, {
    key: null,
    body: { secret, displayName: 'Ana' },
  });
  const { participantRef, participantSecret } = joined.json as Record<string, string>;
  const begin = () =>
    world.call('POST', `/guest/participants/${String(participantRef)}/connected`, {
      key: null,
      body: { participantSecret },
    });
  const raiseHand = () =>
    world.call('POST', `/guest/participants/${String(participantRef)}/hand`, {
      key: null,
      body: { participantSecret, raised: true },
    });
  let trackRef = '';
  const track = async () => {
    const known = await openTrack(ctx, {
      meetingRef,
      participantRef: String(participantRef),
      mediaTrackSid: newRef('TR'),
      startedAt: ctx.clock.now(),
    });
    trackRef = known?.trackRef ?? '';
  };
  /** Records an utterance of one second that begins at this second, with its words. */
  const say = async (second: number, text: string | null) => {
    const fromSample = second * SECOND;
    const cut = { fromSample, toSample: fromSample + SECOND, isForced: false };
    await appendUtterances(ctx, { trackRef, cuts: [cut], scannedSamples: cut.toSample });
    await noteWords(
      ctx,
      { trackRef, fromSample },
      text === null ? null : { text, languageCode: 'en' },
    );
  };
  return {
    key,
    tenant,
    meetingRef,
    participantRef: String(participantRef),
    begin,
    raiseHand,
    track,
    say,
  };
}
