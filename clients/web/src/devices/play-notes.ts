import { sleep } from '../connection/backoff.ts';

const NOTE_SECONDS = 0.28;
/** Notes never end where the browser plays nothing: without a speaker, or before a press. */
const MAX_PLAYING_MS = 4000;

type SinkContext = AudioContext & { setSinkId?(id: string): Promise<void> };

/** One note after the other, on this speaker; null is the default one. */
export async function playNotes(
  notesHz: readonly number[],
  speakerId: string | null,
): Promise<void> {
  const context: SinkContext = new AudioContext();
  try {
    // Browsers without `setSinkId` play on the default output.
    if (speakerId !== null && speakerId !== 'default') await context.setSinkId?.(speakerId);
    const ended = Promise.all(
      notesHz.map((frequency, at) => playNote(context, frequency, at * NOTE_SECONDS)),
    );
    await Promise.race([ended, sleep(MAX_PLAYING_MS)]);
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
