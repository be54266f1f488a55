// A meeting of one person, for tests of scribes with a scripted room and recognizer.
import type { Log } from '../../../src/core/ports.ts';
import type { Db } from '../../../src/store/schema.ts';
import { silentLog } from '../clock-and-log.ts';
import { attendedMeeting } from './attended-meeting.ts';

export async function heardMeeting(db: Db, root: string) {
  let toldLostMs = 0;
  const log: Log = {
    ...silentLog,
    warn: (_, fields) => void (toldLostMs += fields?.durationMs ?? 0),
  };
  const meeting = await attendedMeeting(db, root, log);
  return {
    ...meeting,
    track: {
      identity: meeting.participantRef,
      mediaTrackSid: 'TR_1',
      wasThere: false,
      isMuted: () => false,
    },
    /** The milliseconds that the log reported as lost. */
    toldLostMs: () => toldLostMs,
  };
}

/** In the order in which they were spoken. */
export function listUtterances(db: Db, meetingRef: string) {
  return db
    .selectFrom('utterance')
    .innerJoin('track', 'track.track_ref', 'utterance.track_ref')
    .select(['utterance.state', 'utterance.from_sample', 'utterance.to_sample'])
    .where('track.meeting_ref', '=', meetingRef)
    .orderBy('utterance.from_sample')
    .execute();
}
