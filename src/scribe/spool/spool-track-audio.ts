import type { AudioSink, Clock } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import { lengthOf, type RecentSound, replay, type Sound, withoutFirst } from './recent-sound.ts';
import type { TrackSpool } from './track-spool.ts';

/** Sound that may wait for the track's row and file: 55 s, which a spool takes at once. */
const MAX_EARLY_SAMPLES = 55_000 * SAMPLES_PER_MS;

/** `heardMs`: when its last frame arrived or should have arrived; `isHeard`: a sink receives it now. */
export type SpooledTrack = {
  known: KnownTrack;
  spool: TrackSpool;
  heardMs: number;
  isHeard: boolean;
  isMuted: () => boolean;
};

type SpoolTrackAudioOptions = {
  clock: Clock;
  isMuted(): boolean;
  /** Nothing was to be received before now. */
  isSilentBefore: boolean;
  /** What was received of it while another scribe attended. */
  recent?: RecentSound | undefined;
  /** The track, to be spooled from its first sound on; null when it is not wanted. */
  open(startedAt: Date): Promise<SpooledTrack | null>;
  /** Called after each sound or silence of an open track, and at its end. */
  onHeard(track: SpooledTrack): void;
  onTrouble(error: unknown): void;
};

/**
 * Receives a track from now on, even while its row and file are being created: it begins now, no
 * matter when its first sound arrives. `taken`: earlier sound is in the spool.
 */
export function spoolTrackAudio({
  clock,
  isMuted,
  isSilentBefore,
  recent,
  open,
  onHeard,
  onTrouble,
}: SpoolTrackAudioOptions): AudioSink & { taken: Promise<void> } {
  const startedAtMs = recent?.startedAtMs ?? clock.now().getTime();
  let early: Sound[] = recent ? [...recent.sounds] : [];
  let earlySamples = early.reduce<number>((sum, sound) => sum + audibleOf(sound), 0);
  /** What followed beyond the limit. */
  let beyondSamples = 0;
  let heardMs = clock.now().getTime();
  let track: SpooledTrack | null | undefined;
  let isBegun = recent !== undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    const opened = await open(new Date(startedAtMs));
    const known = recent && opened ? await opened.spool.overlapWith(recent) : 0;
    if (opened) {
      opened.isMuted = isMuted;
      opened.isHeard = !isOver;
      opened.heardMs = heardMs;
      // Speech without a listening scribe is lost; a muted person said nothing.
      opened.spool.goLive(startedAtMs, !isSilentBefore && !isMuted());
      replay(withoutFirst(early, known), opened.spool);
      if (beyondSamples > 0) opened.spool.writeLost(beyondSamples);
      if (isOver) opened.spool.pause();
      onHeard(opened);
    }
    track = opened;
    early = [];
  };
  const take = (sound: Int16Array | number): void => {
    heardMs = clock.now().getTime();
    if (track) {
      track.heardMs = heardMs;
      if (typeof sound === 'number') track.spool.writeSilence(sound);
      else track.spool.write(sound);
      return onHeard(track);
    }
    if (track === null) return;
    earlySamples += audibleOf(sound);
    if (earlySamples > MAX_EARLY_SAMPLES) beyondSamples += lengthOf(sound);
    else early.push(typeof sound === 'number' ? sound : sound.slice());
    if (isBegun) return;
    isBegun = true;
    begin().catch(onTrouble);
  };
  const taken = recent ? begin().catch(onTrouble) : Promise.resolve();
  return {
    taken,
    write: take,
    writeSilence: take,
    noteLost: (lostSamples) => {
      if (track) track.spool.noteLost(lostSamples);
      // What is beyond the limit counts as lost already.
      else if (track === undefined && beyondSamples === 0) early.push({ lostSamples });
    },
    end: () => {
      isOver = true;
      if (!track) return;
      track.isHeard = false;
      track.spool.pause();
      onHeard(track);
    },
  };
}

/** Silence takes no memory. */
function audibleOf(sound: Sound): number {
  return sound instanceof Int16Array ? sound.length : 0;
}
