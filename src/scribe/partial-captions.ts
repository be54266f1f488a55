import type { RecogniserPort } from '../core/ports.ts';
import type { OpenSpeech } from '../core/transcript/cut-utterances.ts';
import { tidyText } from '../core/transcript/join-texts.ts';
import type { KnownTrack } from '../core/transcript/open-track.ts';
import { open as openEnded, stableWords } from '../core/transcript/stable-words.ts';
import type { Captions } from './captions.ts';
import { SAMPLES_PER_MS } from '../core/sound.ts';

/** Of an utterance, its pad among it: less holds hardly a word. */
const FIRST_SAMPLES = 800 * SAMPLES_PER_MS;
/** The second look comes sooner: two that agree are shown. */
const STEP_SAMPLES = { second: 250 * SAMPLES_PER_MS, later: 500 * SAMPLES_PER_MS };

type Guess = { fromSample: number; looks: number; speechEnd: number; heard: string; shown: string; isAsking: boolean };

export type PartialOptions = {
  recogniser: RecogniserPort;
  captions: Captions;
  pathOf(trackRef: string): string;
  languageCode(): string | null;
};

/** Guesses at what is being said, for the pages only. The recogniser hears them when it has nothing better to do. */
export class PartialCaptions {
  readonly #recogniser: RecogniserPort;
  readonly #languageCode: () => string | null;
  readonly #captions: Captions;
  readonly #pathOf: (trackRef: string) => string;
  readonly #guesses = new Map<string, Guess>();

  constructor(options: PartialOptions) {
    this.#languageCode = options.languageCode;
    this.#recogniser = options.recogniser;
    this.#captions = options.captions;
    this.#pathOf = options.pathOf;
  }

  /** Somebody speaks, this far. */
  follow(track: KnownTrack, speech: OpenSpeech): void {
    let guess = this.#guesses.get(track.trackRef);
    if (guess?.fromSample !== speech.fromSample) {
      guess = { fromSample: speech.fromSample, looks: 0, speechEnd: speech.fromSample, heard: '', shown: '', isAsking: false };
      this.#guesses.set(track.trackRef, guess);
    }
    const step = [FIRST_SAMPLES, STEP_SAMPLES.second][guess.looks] ?? STEP_SAMPLES.later;
    if (guess.isAsking || speech.speechEnd - guess.speechEnd < step) return;
    void this.#look(track, guess, speech);
  }

  /** The utterance is over: its final words come. */
  forget(trackRef: string): void {
    this.#guesses.delete(trackRef);
  }

  async #look(track: KnownTrack, guess: Guess, { fromSample, toSample, speechEnd }: OpenSpeech): Promise<void> {
    guess.isAsking = true;
    const range = { path: this.#pathOf(track.trackRef), fromSample, toSample, languageCode: this.#languageCode() };
    const words = await this.#recogniser.glimpse(track.trackRef, range).catch(() => null);
    guess.isAsking = false;
    if (!words || this.#guesses.get(track.trackRef) !== guess) return;
    guess.speechEnd = speechEnd;
    const heard = tidyText(words.text);
    const shown = guess.looks === 0 ? openEnded(heard) : stableWords(guess.heard, heard);
    guess.looks += 1;
    guess.heard = heard;
    if (shown === '' || shown === guess.shown) return;
    guess.shown = shown;
    this.#captions.partial({ ...track, fromSample }, shown);
  }
}
