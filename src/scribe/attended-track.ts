import type { EarTrack } from './track-ear.ts';
import type { TrackFollower } from './track-follower.ts';

/** One track of a meeting: its spool, how it is heard, and the follower that cuts it into utterances. */
export type AttendedTrack = EarTrack & { follower: TrackFollower };
