import type { TranscriptGap } from '../../../contract/generated/api.ts';
import type { ConsentAnswerRow } from '../../store/participant/consent.ts';

type Span = { fromMs: number; toMs: number };
/** Somebody's answers, oldest first, and when they were there; in ms since the meeting began. */
export type Answered = {
  participantRef: string;
  answers: readonly { atMs: number; consent: ConsentAnswerRow['consent'] }[];
  present: readonly Span[];
};

/** When somebody was there whose last answer was not to be transcribed, in order. Pure. */
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

function declinedSpans(answers: Answered['answers']): Span[] {
  return answers.flatMap(({ atMs, consent }, at) =>
    consent === 'declined' ? [{ fromMs: atMs, toMs: answers[at + 1]?.atMs ?? Infinity }] : [],
  );
}
