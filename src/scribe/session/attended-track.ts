import type { EarTrack } from '../spool/spool-track-audio.ts';
import type { TrackFollower } from '../captions/track-follower.ts';

/** One track of a meeting: its spool, how it is heard, and the follower that cuts it into utterances. */
export type AttendedTrack = EarTrack & { follower: TrackFollower };
