import type { LiveConsent, LiveGap, LiveSegment } from '../../../contract/generated/api.ts';
import { findArtifact } from '../../store/artifact.ts';
import { listConsentAnswers } from '../../store/participant/consent.ts';
import { listParticipantPage } from '../../store/participant/participant.ts';
import { listLiveUtterances, type LiveUtterance } from '../../store/utterance.ts';
import type { Actor, Ctx } from '../context.ts';
import { tenantMeeting } from '../meeting/tenant-meeting.ts';
import { effectiveOptions } from '../meeting/meeting-options.ts';
import { Problem } from '../problem.ts';
import { spanOf, utteranceRefOf } from '../transcript/stitch.ts';

/** `position` orders what became final in the meeting; later positions are greater. */
export type LiveItem = { position: number } & (
  { kind: 'segment'; segment: LiveSegment } | { kind: 'gap'; gap: LiveGap }
);
/**
 * `isOver`: the transcript is available, and nothing more follows. `consents`: the current answer of everyone who was
 * asked, new or not.
 */
export type LiveWords = { items: LiveItem[]; consents: LiveConsent[]; isOver: boolean };

/**
 * At most `limit` segments and gaps of the meeting after `position`. Problems: meeting_not_found, content_expired,
 * invalid_state before the meeting is in progress.
 */
export async function readLiveWords(
  ctx: Ctx,
  request: { actor: Actor; meetingRef: string; position: number; limit: number },
): Promise<LiveWords> {
  const { meetingRef, position, limit } = request;
  const meeting = await tenantMeeting(ctx, request);
  if (meeting.state === 'created') throw new Problem('invalid_state', { meetingState: 'created' });
  // Read before the words, so that nothing which became final before the transcript was available is missed.
  const transcript = await findArtifact(ctx.db, meetingRef, 'transcript');
  if (!transcript || transcript.expired_at !== null) throw new Problem('content_expired');
  const rows = await listLiveUtterances(ctx.db, meetingRef, position, limit);
  const startedAt = meeting.started_at ?? meeting.created_at;
  const asks = effectiveOptions(meeting, ctx.settings).transcription === 'consent';
  return {
    items: rows.map((row) => itemOf(row, startedAt)),
    consents: asks ? await listConsents(ctx, meetingRef, startedAt) : [],
    isOver: transcript.status === 'available' && rows.length < limit,
  };
}

async function listConsents(ctx: Ctx, meetingRef: string, startedAt: Date): Promise<LiveConsent[]> {
  const last = new Map<string, LiveConsent>();
  for (const row of await listConsentAnswers(ctx.db, meetingRef)) {
    const { participant_ref: participantRef, consent, answered_at: at } = row;
    const startMs = Math.max(0, at.getTime() - startedAt.getTime());
    last.set(participantRef, { participantRef, consent, startMs });
  }
  return [...last.values()];
}

function itemOf(row: LiveUtterance, startedAt: Date): LiveItem {
  const { live_position: position, participant_ref: participantRef } = row;
  const utterance = {
    fromSample: row.from_sample,
    toSample: row.to_sample,
    isForced: row.is_forced,
    trackStartedAt: row.track_started_at,
  };
  const span = spanOf(utterance, startedAt, row.is_cut_before);
  const utteranceRef = utteranceRefOf({ trackRef: row.track_ref, fromSample: row.from_sample });
  const known = { utteranceRef, participantRef, ...span };
  if (row.text === null) {
    const reason = row.state === 'lost' ? 'audio_lost' : 'not_decoded';
    return { position, kind: 'gap', gap: { ...known, reason } };
  }
  const segment: LiveSegment = {
    ...known,
    speakerRef: `s${row.speaker_number}`,
    displayName: row.display_name,
    text: row.text,
    languageCode: row.language_code,
  };
  return { position, kind: 'segment', segment };
}

/** Words that are not final yet, as scribes send them to the other processes. */
export type InterimWords = {
  meetingRef: string;
  utteranceRef: string;
  participantRef: string;
  text: string;
};

/** The speaker of interim words; null when no participant of the meeting has this reference. */
export async function findSpeaker(
  ctx: Ctx,
  meetingRef: string,
  participantRef: string,
): Promise<{ speakerRef: string; displayName: string } | null> {
  const [row] = await listParticipantPage(ctx.db, meetingRef, { participantRef, limit: 1 });
  return row ? { speakerRef: `s${row.speaker_number}`, displayName: row.display_name } : null;
}
