import type { TrackEar } from '../core/ports.ts';
import { SAMPLES_PER_MS } from '../core/sound.ts';
import type { TrackSpool } from './track-spool.ts';

/** Frames that may wait for the track's row and file: 60 s. */
const MAX_EARLY_SAMPLES = 60_000 * SAMPLES_PER_MS;

/** `heardMs`: when its last frame came, or would have come; `isHeard`: an ear hears it now. */
export type EarTrack = { spool: TrackSpool; heardMs: number; isHeard: boolean; isMuted: () => boolean };

export type EarOptions = {
  isMuted(): boolean;
  /** The track, to be spooled from its first sound on; null when nothing of it is wanted. */
  open(startedAt: Date): Promise<EarTrack | null>;
  onTrouble(error: unknown): void;
};

/** Samples, or so many of silence. */
type Sound = Int16Array | number;

/** Hears a track from its first frame on, also while its row and file are being made. */
export function trackEar({ isMuted, open, onTrouble }: EarOptions): TrackEar {
  let early: Sound[] = [];
  let earlySamples = 0;
  let track: EarTrack | null | undefined;
  let firstAtMs: number | undefined;
  let isOver = false;
  const begin = async (startedAtMs: number): Promise<void> => {
    track = await open(new Date(startedAtMs));
    if (track) {
      track.isMuted = isMuted;
      track.isHeard = !isOver;
      // What was said while no scribe listened is lost; who is muted said nothing.
      track.spool.goLive(startedAtMs, !isMuted());
      for (const sound of early) take(track.spool, sound);
      if (isOver) track.spool.pause();
    }
    early = [];
  };
  const hear = (sound: Sound): void => {
    if (track) {
      track.heardMs = Date.now();
      return take(track.spool, sound);
    }
    if (track === null) return;
    const samples = typeof sound === 'number' ? sound : sound.length;
    // What there is no room for leaves its place.
    early.push(typeof sound === 'number' || earlySamples > MAX_EARLY_SAMPLES ? samples : sound.slice());
    earlySamples += samples;
    if (firstAtMs !== undefined) return;
    firstAtMs = Math.round(monotonicNow() - samples / SAMPLES_PER_MS);
    begin(firstAtMs).catch(onTrouble);
  };
  return {
    hear,
    rest: hear,
    end: () => {
      isOver = true;
      if (!track) return;
      track.isHeard = false;
      track.spool.pause();
    },
  };
}

function take(spool: TrackSpool, sound: Sound): void {
  if (typeof sound === 'number') spool.rest(sound);
  else spool.hear(sound);
}

// Steps of the wall clock must not tear position and time apart within one process.
const wallOffsetMs = Date.now() - performance.now();
function monotonicNow(): number {
  return wallOffsetMs + performance.now();
}
