import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx, UtteranceState, UtteranceTable } from './schema.ts';

type UtteranceRow = Selectable<UtteranceTable>;
export type SpokenUtterance = UtteranceRow & { participant_ref: string; track_started_at: Date };

/** Existing rows (same track, same first sample) do not change. */
export async function insertUtterances(
  tx: Tx,
  rows: readonly Insertable<UtteranceTable>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('utterance')
    .values(
      rows.map((row) =>
        row.state === 'cut' ? row : { ...row, live_position: nextLivePosition(row.track_ref) },
      ),
    )
    .onConflict((conflict) => conflict.columns(['track_ref', 'is_lost', 'from_sample']).doNothing())
    .execute();
}

/** Records the result of a range that is still `cut`; false when it already has one. */
export async function fillUtterance(
  db: Db | Tx,
  key: { trackRef: string; fromSample: number },
  filled: {
    state: Exclude<UtteranceState, 'cut' | 'lost'>;
    text: string | null;
    languageCode: string | null;
  },
): Promise<boolean> {
  const done = await db
    .updateTable('utterance')
    .set({
      state: filled.state,
      text: filled.text,
      language_code: filled.languageCode,
      ...(filled.state !== 'no_words' && { live_position: nextLivePosition(key.trackRef) }),
    })
    .where('track_ref', '=', key.trackRef)
    .where('from_sample', '=', key.fromSample)
    .where('state', '=', 'cut')
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/**
 * The next position of the track's meeting. The row of its capture is locked until the transaction ends, so that a
 * reader of position n has seen every earlier one.
 */
function nextLivePosition(trackRef: string) {
  return sql<number>`parley_next_live_position(${trackRef})`;
}

export type LiveUtterance = SpokenUtterance & {
  live_position: number;
  speaker_number: number;
  display_name: string;
  /** The previous range ended where the speaker had not paused. */
  is_cut_before: boolean;
};

/** At most `limit` of the meeting's final utterances after `position`, in order. */
export async function listLiveUtterances(
  db: Db | Tx,
  meetingRef: string,
  position: number,
  limit: number,
): Promise<LiveUtterance[]> {
  return db
    .selectFrom('utterance')
    .innerJoin('track', 'track.track_ref', 'utterance.track_ref')
    .innerJoin('participant', 'participant.participant_ref', 'track.participant_ref')
    .selectAll('utterance')
    .select([
      'track.participant_ref',
      'track.started_at as track_started_at',
      'participant.speaker_number',
      'participant.display_name',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('utterance as before')
            .select('before.track_ref')
            .whereRef('before.track_ref', '=', 'utterance.track_ref')
            .whereRef('before.to_sample', '=', 'utterance.from_sample')
            .where('before.is_forced', '=', true),
        )
        .as('is_cut_before'),
    )
    .where('track.meeting_ref', '=', meetingRef)
    .where('utterance.live_position', '>', position)
    .orderBy('utterance.live_position')
    .limit(limit)
    .$narrowType<{ live_position: number }>()
    .execute() as Promise<LiveUtterance[]>;
}

/** Every range of the meeting with its speaker, in order of track and position. */
export async function listUtterances(db: Db | Tx, meetingRef: string): Promise<SpokenUtterance[]> {
  return db
    .selectFrom('utterance')
    .innerJoin('track', 'track.track_ref', 'utterance.track_ref')
    .selectAll('utterance')
    .select(['track.participant_ref', 'track.started_at as track_started_at'])
    .where('track.meeting_ref', '=', meetingRef)
    .orderBy('utterance.track_ref')
    .orderBy('from_sample')
    .execute();
}

/** Ranges of the meeting that are waiting to be decoded, the earliest end first. */
export async function listCutUtterances(
  db: Db | Tx,
  meetingRef: string,
): Promise<SpokenUtterance[]> {
  const rows = await listUtterances(db, meetingRef);
  const endOf = (row: SpokenUtterance) => row.track_started_at.getTime() + row.to_sample / 16;
  return rows.filter((row) => row.state === 'cut').sort((a, b) => endOf(a) - endOf(b));
}

/** The range of this track that was cut last. */
export async function findLastCut(
  db: Db | Tx,
  trackRef: string,
): Promise<Pick<UtteranceRow, 'to_sample' | 'is_forced'> | undefined> {
  return db
    .selectFrom('utterance')
    .select(['to_sample', 'is_forced'])
    .where('track_ref', '=', trackRef)
    .where('is_lost', '=', false)
    .orderBy('from_sample', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Ranges that a second pass has not decoded yet: with words, or that could not be decoded live. */
export async function listForSecondPass(
  db: Db | Tx,
  meetingRef: string,
): Promise<SpokenUtterance[]> {
  const rows = await listUtterances(db, meetingRef);
  return rows.filter(
    (row) => (row.state === 'words' || row.state === 'failed') && row.second_text === null,
  );
}

export async function keepSecondWords(
  db: Db | Tx,
  key: { trackRef: string; fromSample: number },
  heard: { text: string; languageCode: string | null },
): Promise<void> {
  await db
    .updateTable('utterance')
    .set({ second_text: heard.text, second_language_code: heard.languageCode })
    .where('track_ref', '=', key.trackRef)
    .where('from_sample', '=', key.fromSample)
    .where('is_lost', '=', false)
    .execute();
}

/** Replaces the live words with the second pass's results; returns the number of ranges. */
export async function useSecondWords(tx: Tx, meetingRef: string): Promise<number> {
  const tracks = tx.selectFrom('track').select('track_ref').where('meeting_ref', '=', meetingRef);
  const done = await tx
    .updateTable('utterance')
    .set((eb) => ({
      state: 'words',
      text: eb.ref('second_text'),
      language_code: eb.ref('second_language_code'),
    }))
    .where('second_text', 'is not', null)
    .where('track_ref', 'in', tracks)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/**
 * Deletes what the meeting's transcript was made from: ranges with their words, tracks, and the
 * names of those who spoke.
 */
export async function deleteSpokenWords(tx: Tx, meetingRef: string): Promise<void> {
  await tx.deleteFrom('track').where('meeting_ref', '=', meetingRef).execute();
  await tx
    .updateTable('participant')
    .set({ display_name: '' })
    .where('meeting_ref', '=', meetingRef)
    .execute();
  await tx
    .updateTable('guest_link')
    .set({ display_name: null })
    .where('meeting_ref', '=', meetingRef)
    .execute();
}
