import { findCapture } from '../../store/capture.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { listParticipants, type ParticipantRow } from '../../store/participant/participant.ts';
import type { UtteranceState } from '../../store/schema.ts';
import { listTracks, type TrackRow } from '../../store/track.ts';
import { listUtterances, type SpokenUtterance } from '../../store/utterance.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { heldForMs } from '../artifact/settle-artifact.ts';
import type { Ctx } from '../context.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { listConsentAnswers } from '../../store/participant/consent.ts';
import { listVisits } from '../../store/participant/visit.ts';
import { attendanceOf } from '../participant/attendance.ts';
import { consentGaps } from '../consent/consent-gaps.ts';
import { canonicalTag } from '../validation/check-language-tag.ts';
import { stitch, type Utterance } from './stitch.ts';
import type { Segment, TranscriptGap } from '../../../contract/generated/api.ts';

/**
 * `leftOut`: segments beyond a transcript's limit; `declined`: times in which someone was not to be
 * transcribed; the others count ranges of audio.
 */
export type Coverage = {
  tracks: number;
  openTracks: number;
  leftOut: number;
  declined: number;
} & Record<UtteranceState, number>;

/** Speech without text: it could not be decoded, or its audio was lost. */
type MissingRange = { participantRef: string; startMs: number; endMs: number };

/** What has been recognized so far of a meeting that began, and how much of its audio that covers. */
export async function assembleTranscript(
  ctx: Ctx,
  meeting: MeetingRow,
): Promise<{ content: TranscriptContent; coverage: Coverage; missing: MissingRange[] }> {
  const [people, tracks, rows, capture] = await Promise.all([
    listParticipants(ctx.db, meeting.meeting_ref),
    listTracks(ctx.db, meeting.meeting_ref),
    listUtterances(ctx.db, meeting.meeting_ref),
    findCapture(ctx.db, meeting.meeting_ref),
  ]);
  const gaps = await gapsOf(ctx, meeting, people);
  const spoken = new Map(people.map((row) => [row.participant_ref, `s${row.speaker_number}`]));
  const refs = new Map(people.map((row) => [`s${row.speaker_number}`, row.participant_ref]));
  const names = new Map(people.map((row) => [`s${row.speaker_number}`, row.display_name]));
  const startedAt = meeting.started_at ?? meeting.created_at;
  const utterances = rows.flatMap((row) => toUtterance(row, spoken.get(row.participant_ref)));
  const { speakers, segments, leftOut } = stitch(utterances, names, startedAt);
  return {
    content: {
      languageCode: transcriptLanguage(meeting.language_code, segments),
      durationMs: heldForMs(meeting),
      engine: segments.length > 0 ? (capture?.engine ?? null) : null,
      speakers: speakers.map((speaker) => ({
        ...speaker,
        participantRef: refs.get(speaker.speakerRef) ?? '',
      })),
      segments,
      gaps,
    },
    coverage: { ...coverageOf(tracks, rows), leftOut, declined: gaps.length },
    missing: rows
      .filter(({ state }) => state === 'failed' || state === 'lost')
      .map((row) => missingRange(row, startedAt)),
  };
}

/** Times in which a person was not transcribed because they declined. */
async function gapsOf(
  ctx: Ctx,
  meeting: MeetingRow,
  people: readonly ParticipantRow[],
): Promise<TranscriptGap[]> {
  const answers = await listConsentAnswers(ctx.db, meeting.meeting_ref);
  if (answers.length === 0) return [];
  const startMs = (meeting.started_at ?? meeting.created_at).getTime();
  const byPerson = Map.groupBy(answers, (answer) => answer.participant_ref);
  const visits = await listVisits(ctx.db, [...byPerson.keys()]);
  return consentGaps(
    people.map((person) => {
      const { participant_ref: participantRef } = person;
      const connections = visits.get(participantRef) ?? [];
      const { visits: present } = attendanceOf(person, connections, meeting, ctx.clock.now());
      return {
        participantRef,
        answers: (byPerson.get(participantRef) ?? []).map((answer) => ({
          atMs: answer.answered_at.getTime() - startMs,
          consent: answer.consent,
        })),
        present: present.map(({ joinedAt, leftAt }) => ({
          fromMs: Date.parse(joinedAt) - startMs,
          toMs: (leftAt === null ? ctx.clock.now().getTime() : Date.parse(leftAt)) - startMs,
        })),
      };
    }),
  );
}

function coverageOf(
  tracks: readonly TrackRow[],
  rows: readonly SpokenUtterance[],
): Omit<Coverage, 'leftOut' | 'declined'> {
  const openTracks = tracks.filter((track) => !track.closed).length;
  const counts = { cut: 0, words: 0, no_words: 0, failed: 0, lost: 0 };
  for (const row of rows) counts[row.state] += 1;
  return { tracks: tracks.length, openTracks, ...counts };
}

/** Empty where there are no words, or no known speaker. */
function toUtterance(row: SpokenUtterance, speakerRef: string | undefined): Utterance[] {
  if (row.state !== 'words' || row.text === null || speakerRef === undefined) return [];
  return [
    {
      trackRef: row.track_ref,
      speakerRef,
      trackStartedAt: row.track_started_at,
      fromSample: row.from_sample,
      toSample: row.to_sample,
      isForced: row.is_forced,
      text: row.text,
      languageCode: row.language_code,
    },
  ];
}

function missingRange(row: SpokenUtterance, startedAt: Date): MissingRange {
  const beginMs = row.track_started_at.getTime() - startedAt.getTime();
  const msAt = (sample: number) => Math.max(0, Math.round(beginMs + sample / SAMPLES_PER_MS));
  const [startMs, endMs] = [msAt(row.from_sample), msAt(row.to_sample)];
  return { participantRef: row.participant_ref, startMs, endMs };
}

/**
 * The language that the client named, in its canonical form, or else the one in which most was recognized; null without
 * words. A majority, since engines may take a short "yes" for any language. Pure.
 */
export function transcriptLanguage(
  named: string | null,
  segments: readonly Segment[],
): string | null {
  if (segments.length === 0) return null;
  if (named !== null) return canonicalTag(named);
  const letters = new Map<string, number>();
  for (const { languageCode, text } of segments)
    if (languageCode !== null)
      letters.set(languageCode, (letters.get(languageCode) ?? 0) + text.length);
  const [most] = [...letters].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
