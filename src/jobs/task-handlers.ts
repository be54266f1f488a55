import type { TaskHandlers } from '../core/task/task.ts';
import { applyRetention } from './apply-retention.ts';
import { closeRoom } from './close-room.ts';
import { emptyRoom } from './empty-room.ts';
import { ending } from './ending.ts';
import { finishTranscript } from './finish-transcript.ts';
import { maxRun } from './max-run.ts';
import { noShow } from './no-show.ts';
import { removeGuests } from './remove-guests.ts';
import { summaryDeadline } from './summary-deadline.ts';
import { transcriptDeadline } from './transcript-deadline.ts';
import { writeSummary } from './write-summary.ts';

/** Everything that a worker does; `attend_meeting` is the scribe's. */
export const taskHandlers = {
  no_show: noShow,
  empty_room: emptyRoom,
  max_run: maxRun,
  ending,
  close_room: closeRoom,
  remove_guests: removeGuests,
  apply_retention: applyRetention,
  finish_transcript: finishTranscript,
  write_summary: writeSummary,
  transcript_deadline: transcriptDeadline,
  summary_deadline: summaryDeadline,
} satisfies TaskHandlers;
