import { useEffect, useRef, useState } from 'preact/hooks';
import { Music } from 'lucide-preact';
import { messages } from '../i18n/messages.ts';
import { openAnalyser } from './open-analyser.ts';
import { playNotes } from './play-notes.ts';

const NOTES_HZ = [523.25, 659.25, 783.99];

/** Plays three notes on the speaker that the meeting will use. */
export function TestSound({ speakerId }: { speakerId: string | null }) {
  const [playing, setPlaying] = useState(false);
  const play = async () => {
    if (playing) return;
    setPlaying(true);
    await playNotes(NOTES_HZ, speakerId).catch(() => undefined);
    setPlaying(false);
  };
  return (
    <button
      type="button"
      class="button button-small test-sound"
      data-playing={playing}
      onClick={() => void play()}
    >
      <Music aria-hidden="true" />
      {messages.testSound}
    </button>
  );
}

/** Often enough for the eye; each drawing costs layout and painting. */
const DRAW_EVERY_MS = 50;

/**
 * Shows the level of a microphone. Hidden from screen readers: a text beside it says that the
 * microphone is on.
 */
export function LevelMeter({ track }: { track: MediaStreamTrack | null }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (track === null) return;
    const show = (level: number) => element.current?.style.setProperty('--level', level.toFixed(2));
    const stop = watchLevel(track, show);
    return () => {
      stop();
      show(0);
    };
  }, [track]);
  return (
    <span ref={element} class="meter" data-on={track !== null} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}

function watchLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const open = openAnalyser(track, 512);
  if (open === null) return () => {};
  const { analyser, context } = open;
  const samples = new Float32Array(analyser.fftSize);
  let shown = 0;
  const draw = () => {
    analyser.getFloatTimeDomainData(samples);
    const loudness = Math.sqrt(
      samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length,
    );
    // The meter spans -54 dB to -14 dB. It rises at once and falls slowly.
    const level = Math.min(1, Math.max(0, (20 * Math.log10(loudness + 1e-6) + 54) / 40));
    shown = Math.max(level, shown - 0.09);
    onLevel(shown);
  };
  const drawing = setInterval(draw, DRAW_EVERY_MS);
  // Some browsers start audio processing only after the guest interacted with the page.
  const resume = () => void context.resume();
  addEventListener('pointerdown', resume);
  addEventListener('keydown', resume);
  return () => {
    clearInterval(drawing);
    removeEventListener('pointerdown', resume);
    removeEventListener('keydown', resume);
    void context.close();
  };
}
