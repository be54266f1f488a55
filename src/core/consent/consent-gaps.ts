import type { TranscriptGap } from '../../../contract/generated/api.ts';
import type { ConsentAnswerRow } from '../../store/participant/consent.ts';

type Span = { fromMs: number; toMs: number };
/** One person's answers, oldest first, and when the person was there; in ms since the meeting began. */
export type Answered = {
  participantRef: string;
  answers: readonly { atMs: number; consent: ConsentAnswerRow['consent'] }[];
  present: readonly Span[];
};

/** The times when someone was present whose answer by then was "declined", in order. Pure. */
export function consentGaps(people: readonly Answered[]): TranscriptGap[] {
  return people
    .flatMap(({ participantRef, answers, present }) =>
      declinedSpans(answers).flatMap((declined) =>
        present.flatMap((there) => {
          const startMs = Math.max(0, declined.fromMs, there.fromMs);
          const endMs = Math.min(declined.toMs, there.toMs);
          const reason = 'consent_declined';
          return endMs > startMs ? [{ participantRef, startMs, endMs, reason }] : [];
        }),
      ),
    )
    .toSorted((a, b) => a.startMs - b.startMs);
}

/** From each "declined" to the next answer, if there is one. Pure. */
export function declinedSpans(answers: Answered['answers']): Span[] {
  return answers.flatMap(({ atMs, consent }, at) =>
    consent === 'declined' ? [{ fromMs: atMs, toMs: answers[at + 1]?.atMs ?? Infinity }] : [],
  );
}
