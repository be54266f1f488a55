import { findCapture } from '../../store/capture.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import { listParticipants } from '../../store/participant.ts';
import type { UtteranceState } from '../../store/schema.ts';
import { listTracks } from '../../store/track.ts';
import { listUtterances } from '../../store/utterance.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { heldForMs } from '../artifact/settle-artifact.ts';
import type { Ctx } from '../context.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { stitch, type Utterance } from './stitch.ts';
import { transcriptLanguage } from './transcript-language.ts';

/** `leftOut`: segments that a transcript has no room for; the others count ranges of audio. */
export type Coverage = { tracks: number; openTracks: number; leftOut: number } & Record<
  UtteranceState,
  number
>;

/** Speech of which there are no words: it could not be decoded, or nobody heard it. */
export type MissingRange = { participantRef: string; startMs: number; endMs: number };

/** What was recognised so far of a meeting that began, and how much of its audio that covers. */
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
  const coverage = {
    tracks: tracks.length,
    openTracks: tracks.filter((track) => !track.closed).length,
    cut: 0,
    words: 0,
    no_words: 0,
    failed: 0,
    lost: 0,
  };
  for (const row of rows) coverage[row.state] += 1;
  const speakerRefOf = new Map(
    people.map((person) => [person.participant_ref, `s${person.speaker_number}`]),
  );
  const utterances: Utterance[] = rows.flatMap((row) => {
    const speakerRef = speakerRefOf.get(row.participant_ref);
    if (row.state !== 'words' || row.text === null || speakerRef === undefined) return [];
    const {
      track_ref: trackRef,
      track_started_at: trackStartedAt,
      from_sample: fromSample,
      to_sample: toSample,
    } = row;
    return [
      {
        trackRef,
        speakerRef,
        trackStartedAt,
        fromSample,
        toSample,
        text: row.text,
        languageCode: row.language_code,
      },
    ];
  });
  const names = new Map(people.map((person) => [`s${person.speaker_number}`, person.display_name]));
  const startedAt = meeting.started_at ?? meeting.created_at;
  const { speakers, segments, leftOut } = stitch(utterances, names, startedAt);
  const hasWords = segments.length > 0;
  const languageCode = transcriptLanguage(meeting.language_code, segments);
  return {
    content: {
      languageCode,
      durationMs: heldForMs(meeting),
      engine: hasWords ? (capture?.engine ?? null) : null,
      speakers,
      segments,
    },
    coverage: { ...coverage, leftOut },
    missing: rows
      .filter(({ state }) => state === 'failed' || state === 'lost')
      .map((row) => {
        const beginMs = row.track_started_at.getTime() - startedAt.getTime();
        const msAt = (sample: number): number =>
          Math.max(0, Math.round(beginMs + sample / SAMPLES_PER_MS));
        return {
          participantRef: row.participant_ref,
          startMs: msAt(row.from_sample),
          endMs: msAt(row.to_sample),
        };
      }),
  };
}
