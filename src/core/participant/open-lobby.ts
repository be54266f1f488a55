import type { Lobby } from '../../../contract/generated/guest-api.ts';
import { notify } from '../../store/notify.ts';
import { scheduleOf } from '../../store/meeting.ts';
import type { Ctx } from '../context.ts';
import { isHostPresent } from '../../store/participant/waiting.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { asksConsent } from '../consent/answer-consent.ts';
import { entryOf } from '../waiting/entry.ts';
import { isTranscribed } from '../transcript/knows-language.ts';
import { type LinkProof, provenLink } from './proven-participant.ts';

/**
 * What a guest sees before joining. Changes nothing, except that a scribe gets ready. Problems: guest_link_not_usable,
 * participant_gone.
 */
export async function openLobby(ctx: Ctx, input: LinkProof): Promise<Lobby> {
  const { link, meeting, former } = await provenLink(ctx, input);
  const { title } = meeting;
  const schedule = scheduleOf(meeting);
  const transcribed = isTranscribed(ctx.settings, meeting);
  if (transcribed) await notify(ctx.db, { topic: 'lobby', ref: meeting.meeting_ref });
  const meetingState = meeting.state === 'in_progress' ? 'in_progress' : 'created';
  const options = effectiveOptions(meeting, ctx.settings);
  const hostIsPresent = await isHostPresent(ctx.db, meeting.meeting_ref);
  const wasLetIn = former !== null && former.state !== 'waiting';
  const asks = !wasLetIn && entryOf(link, options, { hostIsPresent }) === 'waiting';
  return {
    title,
    schedule,
    meetingState,
    displayName: link.display_name,
    transcribed,
    asks,
    asksConsent: asksConsent(ctx, meeting),
    locked: meeting.locked && former === null,
  };
}
