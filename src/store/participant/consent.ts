import type { Selectable } from 'kysely';
import type { Consent } from '../../../contract/generated/api.ts';
import type { ConsentAnswerTable } from './participant-schema.ts';
import type { Db, Tx } from '../schema.ts';

export type ConsentAnswerRow = Selectable<ConsentAnswerTable>;

/** Stores the answer as the current one. False when it already was. */
export async function keepConsent(
  tx: Tx,
  participantRef: string,
  answer: { consent: Consent; at: Date; wording: string },
): Promise<boolean> {
  const done = await tx
    .updateTable('participant')
    .set({ consent: answer.consent, consent_at: answer.at })
    .where('participant_ref', '=', participantRef)
    .where('consent', '!=', answer.consent)
    .executeTakeFirst();
  if (done.numUpdatedRows === 0n) return false;
  await tx
    .insertInto('consent_answer')
    .values({
      participant_ref: participantRef,
      answered_at: answer.at,
      consent: answer.consent,
      wording: answer.wording,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['participant_ref', 'answered_at'])
        .doUpdateSet({ consent: answer.consent, wording: answer.wording }),
    )
    .execute();
  return true;
}

/** Every answer that was given in the meeting, oldest first. */
export async function listConsentAnswers(
  db: Db | Tx,
  meetingRef: string,
): Promise<ConsentAnswerRow[]> {
  return db
    .selectFrom('consent_answer')
    .innerJoin('participant', 'participant.participant_ref', 'consent_answer.participant_ref')
    .selectAll('consent_answer')
    .where('participant.meeting_ref', '=', meetingRef)
    .orderBy('answered_at')
    .execute();
}

/** Those who agreed to be transcribed. */
export async function listConsenting(db: Db | Tx, meetingRef: string): Promise<string[]> {
  const rows = await db
    .selectFrom('participant')
    .select('participant_ref')
    .where('meeting_ref', '=', meetingRef)
    .where('consent', '=', 'given')
    .execute();
  return rows.map((row) => row.participant_ref);
}
