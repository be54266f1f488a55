import { useState } from 'preact/hooks';
import { Music } from 'lucide-preact';
import { playNotes } from './play-notes.ts';
import { messages } from '../i18n/messages.ts';

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
