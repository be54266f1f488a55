import { useState } from 'preact/hooks';
import { Music } from 'lucide-preact';
import { messages } from '../i18n/messages.ts';

const NOTES_HZ = [523.25, 659.25, 783.99];
const NOTE_SECONDS = 0.28;

/** Plays three notes on the speaker that the meeting will use. */
export function TestSound({ speakerId }: { speakerId: string | null }) {
  const [playing, setPlaying] = useState(false);
  const play = async () => {
    if (playing) return;
    setPlaying(true);
    await playNotes(speakerId).catch(() => undefined);
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

type SinkContext = AudioContext & { setSinkId?(id: string): Promise<void> };

async function playNotes(speakerId: string | null): Promise<void> {
  const context: SinkContext = new AudioContext();
  try {
    // Browsers without `setSinkId` play on the default output.
    if (speakerId !== null && speakerId !== 'default') await context.setSinkId?.(speakerId);
    const ended = Promise.all(
      NOTES_HZ.map((frequency, at) => playNote(context, frequency, at * NOTE_SECONDS)),
    );
    await ended;
  } finally {
    await context.close();
  }
}

function playNote(context: AudioContext, frequency: number, afterSeconds: number): Promise<void> {
  const begin = context.currentTime + 0.05 + afterSeconds;
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(0.2, begin + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_SECONDS * 1.6);
  const note = new OscillatorNode(context, { type: 'sine', frequency });
  note.connect(volume).connect(context.destination);
  note.start(begin);
  note.stop(begin + NOTE_SECONDS * 1.6);
  return new Promise((resolve) => note.addEventListener('ended', () => resolve(), { once: true }));
}
