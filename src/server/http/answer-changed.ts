import type { MovedMeeting } from '../../core/meeting/move-on-request.ts';
import type { Moderated } from '../../core/participant/moderate.ts';
import { type Answer, answerOnce } from './answer.ts';
import { etagOf } from './representation.ts';

/** What an operation on a meeting is answered: the resulting meeting. */
export function answerMeeting({ meeting, version, replayed }: MovedMeeting): Answer {
  return answerOnce(200, meeting, replayed, { etag: etagOf(version) });
}

/** What an operation on a participant is answered: the resulting participant. */
export function answerParticipant({ participant, replayed }: Moderated): Answer {
  return answerOnce(200, participant, replayed);
}
