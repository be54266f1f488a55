// Where one utterance ends and the next begins. Pure: windows of samples in, ranges of samples out.
import { SAMPLES_PER_MS, WINDOW_SAMPLES as WINDOW } from '../sound.ts';

/** Audio included before and after the speech itself, so that soft beginnings and ends are decoded. */
export const PAD_SAMPLES = 300 * SAMPLES_PER_MS;
/** How late the detector reports the beginning and the end of speech. */
const ONSET_LAG_SAMPLES = 3 * WINDOW;
const RELEASE_LAG_SAMPLES = 2 * WINDOW;
/** Silence that ends an utterance: 0.54 s, which the detector reports 0.06 s late. */
const SILENCE_SAMPLES = 17 * WINDOW;
/** Silence after which an utterance has probably ended; its pad is complete by then. */
const LIKELY_END_SAMPLES = 8 * WINDOW;
/** The model decodes 9 s at most. */
const MAX_SAMPLES = 8_000 * SAMPLES_PER_MS;
/** A forced cut leaves at least this much on its left. */
const MIN_FORCED_SAMPLES = 3_000 * SAMPLES_PER_MS;
/** Windows over which loudness is averaged: 0.16 s. */
const QUIET_WINDOWS = 5;

export type Range = { fromSample: number; toSample: number };
/** `isForced`: the speaker did not pause at its end, so what follows may touch it. */
export type Cut = Range & { isForced: boolean };
/** The end of the range cut last; nothing before it is cut again. */
export type LastCut = { endSample: number; isForced: boolean };
export type OpenSpeech = Range & { speechEnd: number };

type OpenUtterance = {
  fromSample: number;
  /** Where speech was last detected. */
  speechEnd: number;
  /** Root mean square of each window since `fromSample`, rounded down to a window. */
  levels: number[];
};

export type CutState = {
  /** Everything before this has been processed. */
  position: number;
  lastCut: LastCut;
  open: OpenUtterance | null;
};

export const NOTHING_CUT: LastCut = { endSample: 0, isForced: false };

export function startCutting(position: number, lastCut = NOTHING_CUT): CutState {
  return { position, lastCut, open: null };
}

/** What a detector finds in this many samples of silence. */
export function silentWindows(samples: number): { speech: Uint8Array; level: Float32Array } {
  const count = Math.floor(samples / WINDOW);
  return { speech: new Uint8Array(count), level: new Float32Array(count) };
}

/** Where cutting must resume if this state is lost: before the open utterance if there is one, otherwise here. */
export function resumeSample(state: CutState): number {
  return state.open ? Math.floor(state.open.fromSample / WINDOW) * WINDOW : state.position;
}

/** Processes windows that follow `state.position`; returns the next state and the ranges that are complete now. */
export function cutUtterances(
  state: CutState,
  windows: { speech: Uint8Array; level: Float32Array },
): { state: CutState; cuts: Cut[] } {
  const cuts: Cut[] = [];
  let { position, lastCut, open } = state;
  open = open && { ...open, levels: [...open.levels] };
  for (const [i, speech] of windows.speech.entries()) {
    const start = position;
    position += WINDOW;
    if (speech && !open)
      open = { fromSample: beginning(start, lastCut), speechEnd: position, levels: [] };
    if (!open) continue;
    if (speech) open.speechEnd = position;
    open.levels.push(windows.level[i] ?? 0);
    if (!speech && position - speechEndOf(open) >= SILENCE_SAMPLES) {
      cuts.push(closed(open, position));
      open = null;
    } else if (position - open.fromSample >= MAX_SAMPLES) {
      const cut = forced(open, position);
      cuts.push(cut.left);
      open = cut.right;
    }
    lastCut = endOf(cuts) ?? lastCut;
  }
  return { state: { position, lastCut, open }, cuts };
}

/** The range that will be cut if the silence continues; null while someone speaks. */
export function likelyCut({ open, position }: CutState): Cut | null {
  if (!open || position - open.speechEnd < LIKELY_END_SAMPLES) return null;
  return closed(open, position);
}

/** How much more silence makes an end likely, or certain; null during speech, and without an open utterance. */
export function silenceToEnd({ open, position }: CutState): number | null {
  if (!open || position === open.speechEnd) return null;
  const silence = position - open.speechEnd;
  if (silence < LIKELY_END_SAMPLES) return LIKELY_END_SAMPLES - silence;
  return Math.max(0, SILENCE_SAMPLES - (position - speechEndOf(open)));
}

/** The open utterance so far; `speechEnd`: where its speech last ended. Null in silence. */
export function openSpeech({ open, position }: CutState): OpenSpeech | null {
  return open && { fromSample: open.fromSample, toSample: position, speechEnd: open.speechEnd };
}

/** The track ends at `endSample`: what is still open becomes a range. */
export function finishCutting(
  state: CutState,
  endSample: number,
): { state: CutState; cuts: Cut[] } {
  const cuts = state.open ? [closed(state.open, Math.max(endSample, state.open.speechEnd))] : [];
  const lastCut = endOf(cuts) ?? state.lastCut;
  return { state: { position: endSample, lastCut, open: null }, cuts };
}

/**
 * Another scribe received the track from `fromSample` on and continues where this one ends: before the open utterance,
 * or at a quiet point in it. Without either, the track ends for this one.
 */
export function handOverCutting(
  state: CutState,
  endSample: number,
  fromSample: number,
): { state: CutState; cuts: Cut[] } {
  const { open, position, lastCut } = state;
  if (open && open.fromSample >= fromSample)
    return { state: startCutting(resumeSample(state), lastCut), cuts: [] };
  const window = open && quietestWindow(open, position, fromSample + WINDOW / 2);
  if (open === null || window === null) return finishCutting(state, endSample);
  const { left } = cutAt(open, position, window);
  return { state: startCutting(left.toSample, endOf([left])), cuts: [left] };
}

function endOf(cuts: readonly Cut[]): LastCut | undefined {
  const last = cuts.at(-1);
  return last && { endSample: last.toSample, isForced: last.isForced };
}

/** Speech soon after a forced cut continues where that cut ended. */
function beginning(start: number, { endSample, isForced }: LastCut): number {
  if (isForced && start - endSample < SILENCE_SAMPLES) return endSample;
  return Math.max(start - ONSET_LAG_SAMPLES - PAD_SAMPLES, endSample);
}

function speechEndOf(open: OpenUtterance): number {
  return Math.max(open.fromSample + WINDOW, open.speechEnd - RELEASE_LAG_SAMPLES);
}

function closed(open: OpenUtterance, position: number): Cut {
  return {
    fromSample: open.fromSample,
    toSample: Math.min(position, speechEndOf(open) + PAD_SAMPLES),
    isForced: false,
  };
}

/** Cuts at the quietest point of the last 5 s. What follows it stays open. */
function forced(open: OpenUtterance, position: number): { left: Cut; right: OpenUtterance | null } {
  const window = quietestWindow(open, position, open.fromSample + MIN_FORCED_SAMPLES);
  return cutAt(open, position, window ?? open.levels.length - 1);
}

/** The window whose surroundings are quietest, not before `fromSample`. */
function quietestWindow(open: OpenUtterance, position: number, fromSample: number): number | null {
  const firstWindow = position - open.levels.length * WINDOW;
  let best: number | null = null;
  let least = Infinity;
  for (let i = 0; i + QUIET_WINDOWS <= open.levels.length; i++) {
    const middle = firstWindow + (i + QUIET_WINDOWS / 2) * WINDOW;
    if (middle < fromSample) continue;
    const level = open.levels.slice(i, i + QUIET_WINDOWS).reduce((sum, one) => sum + one, 0);
    // Of equally quiet points, the later one: longer ranges are decoded better.
    if (level > least) continue;
    least = level;
    best = i + (QUIET_WINDOWS >> 1);
  }
  return best;
}

function cutAt(
  open: OpenUtterance,
  position: number,
  window: number,
): { left: Cut; right: OpenUtterance | null } {
  const at = position - (open.levels.length - window) * WINDOW;
  const left = { fromSample: open.fromSample, toSample: at, isForced: true };
  if (at >= open.speechEnd) return { left, right: null };
  return {
    left,
    right: { fromSample: at, speechEnd: open.speechEnd, levels: open.levels.slice(window) },
  };
}
