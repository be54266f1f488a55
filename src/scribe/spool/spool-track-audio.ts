import type { AudioSink } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import type { TrackSpool } from './track-spool.ts';

/** Frames that may wait for the track's row and file: 60 s. */
const MAX_EARLY_SAMPLES = 60_000 * SAMPLES_PER_MS;

/** `heardMs`: when its last frame came, or would have come; `isHeard`: a sink receives it now. */
export type EarTrack = {
  spool: TrackSpool;
  heardMs: number;
  isHeard: boolean;
  isMuted: () => boolean;
};

export type EarOptions = {
  isMuted(): boolean;
  /** Nothing was to be heard before now. */
  isSilentBefore: boolean;
  /** The track, to be spooled from its first sound on; null when nothing of it is wanted. */
  open(startedAt: Date): Promise<EarTrack | null>;
  /** Called after each sound or silence of a track that is open, and at its end. */
  onHeard(track: EarTrack): void;
  onTrouble(error: unknown): void;
};

/** Samples, or so many of silence. */
type Sound = Int16Array | number;

/**
 * Hears a track from now on, also while its row and file are being made: it begins now, whenever
 * its first sound comes.
 */
export function trackEar({
  isMuted,
  isSilentBefore,
  open,
  onHeard,
  onTrouble,
}: EarOptions): AudioSink {
  const startedAtMs = Math.round(monotonicNow());
  let early: Sound[] = [];
  let earlySamples = 0;
  let track: EarTrack | null | undefined;
  let isBegun = false;
  let isOver = false;
  const begin = async (): Promise<void> => {
    track = await open(new Date(startedAtMs));
    if (track) {
      track.isMuted = isMuted;
      track.isHeard = !isOver;
      // What was said while no scribe listened is lost; who is muted said nothing.
      track.spool.goLive(startedAtMs, !isSilentBefore && !isMuted());
      for (const sound of early) put(track.spool, sound);
      if (isOver) track.spool.pause();
      onHeard(track);
    }
    early = [];
  };
  const take = (sound: Sound): void => {
    if (track) {
      track.heardMs = Date.now();
      put(track.spool, sound);
      return onHeard(track);
    }
    if (track === null) return;
    const samples = typeof sound === 'number' ? sound : sound.length;
    // What there is no room for leaves its place.
    early.push(
      typeof sound === 'number' || earlySamples > MAX_EARLY_SAMPLES ? samples : sound.slice(),
    );
    earlySamples += samples;
    if (isBegun) return;
    isBegun = true;
    begin().catch(onTrouble);
  };
  return {
    write: take,
    writeSilence: take,
    end: () => {
      isOver = true;
      if (!track) return;
      track.isHeard = false;
      track.spool.pause();
      onHeard(track);
    },
  };
}

function put(spool: TrackSpool, sound: Sound): void {
  if (typeof sound === 'number') spool.writeSilence(sound);
  else spool.write(sound);
}

// Steps of the wall clock must not tear position and time apart within one process.
const wallOffsetMs = Date.now() - performance.now();
function monotonicNow(): number {
  return wallOffsetMs + performance.now();
}
