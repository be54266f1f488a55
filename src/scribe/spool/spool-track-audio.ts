import type { AudioSink } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { lengthOf, type RecentSound, type Sound, withoutFirst } from './recent-sound.ts';
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
  /** What was heard of it while another scribe attended. */
  recent?: RecentSound | undefined;
  /** The track, to be spooled from its first sound on; null when nothing of it is wanted. */
  open(startedAt: Date): Promise<EarTrack | null>;
  /** Called after each sound or silence of a track that is open, and at its end. */
  onHeard(track: EarTrack): void;
  onTrouble(error: unknown): void;
};

/**
 * Hears a track from now on, also while its row and file are being made: it begins now, whenever
 * its first sound comes. `taken`: what was heard before is in the spool.
 */
export function trackEar({
  isMuted,
  isSilentBefore,
  recent,
  open,
  onHeard,
  onTrouble,
}: EarOptions): AudioSink & { taken: Promise<void> } {
  const startedAtMs = recent?.startedAtMs ?? Math.round(monotonicNow());
  let early: Sound[] = recent ? [...recent.sounds] : [];
  let earlySamples = 0;
  let track: EarTrack | null | undefined;
  let isBegun = recent !== undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    const opened = await open(new Date(startedAtMs));
    const known = recent && opened ? await opened.spool.overlapWith(recent) : 0;
    if (opened) {
      opened.isMuted = isMuted;
      opened.isHeard = !isOver;
      // What was said while no scribe listened is lost; who is muted said nothing.
      opened.spool.goLive(startedAtMs, !isSilentBefore && !isMuted());
      for (const sound of withoutFirst(early, known)) put(opened.spool, sound);
      if (isOver) opened.spool.pause();
      onHeard(opened);
    }
    track = opened;
    early = [];
  };
  const take = (sound: Sound): void => {
    if (track) {
      track.heardMs = Date.now();
      put(track.spool, sound);
      return onHeard(track);
    }
    if (track === null) return;
    const samples = lengthOf(sound);
    // What there is no room for leaves its place.
    early.push(
      typeof sound === 'number' || earlySamples > MAX_EARLY_SAMPLES ? samples : sound.slice(),
    );
    earlySamples += samples;
    if (isBegun) return;
    isBegun = true;
    begin().catch(onTrouble);
  };
  const taken = recent ? begin().catch(onTrouble) : Promise.resolve();
  return {
    taken,
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
export function monotonicNow(): number {
  return wallOffsetMs + performance.now();
}
