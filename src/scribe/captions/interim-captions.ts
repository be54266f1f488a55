import type { RecognizerPort, Words } from '../../core/ports.ts';
import { type OpenSpeech, PAD_SAMPLES, type Range } from '../../core/transcript/cut-utterances.ts';
import { tidyText } from '../../core/transcript/join-texts.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import { open as openEnded, stableWords } from '../../core/transcript/stable-words.ts';
import type { Captioned, Captions } from './captions.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';

/** Of an utterance, its pad among it: less holds hardly a word. */
const FIRST_SAMPLES = 800 * SAMPLES_PER_MS;
/** The second look comes sooner: two that agree are shown. */
const STEP_SAMPLES = { second: 250 * SAMPLES_PER_MS, later: 500 * SAMPLES_PER_MS };

type Guess = {
  fromSample: number;
  looks: number;
  speechEnd: number;
  heard: string;
  shown: string;
  isAsking: boolean;
};

export type PartialOptions = {
  meetingRef: string;
  recognizer: RecognizerPort;
  captions: Captions;
  pathOf(trackRef: string): string;
  languageCode(): string | null;
};

/** Guesses at what is being said, for the pages only. The recognizer hears them when it has nothing better to do. */
export class PartialCaptions {
  readonly #recognizer: RecognizerPort;
  readonly #meetingRef: string;
  readonly #languageCode: () => string | null;
  readonly #captions: Captions;
  readonly #pathOf: (trackRef: string) => string;
  readonly #guesses = new Map<string, Guess>();

  constructor(options: PartialOptions) {
    this.#meetingRef = options.meetingRef;
    this.#languageCode = options.languageCode;
    this.#recognizer = options.recognizer;
    this.#captions = options.captions;
    this.#pathOf = options.pathOf;
  }

  /** Somebody speaks, this far. */
  follow(track: KnownTrack, speech: OpenSpeech): void {
    let guess = this.#guesses.get(track.trackRef);
    if (guess?.fromSample !== speech.fromSample) {
      guess = {
        fromSample: speech.fromSample,
        looks: 0,
        speechEnd: speech.fromSample,
        heard: '',
        shown: '',
        isAsking: false,
      };
      this.#guesses.set(track.trackRef, guess);
    }
    const step = [FIRST_SAMPLES, STEP_SAMPLES.second][guess.looks] ?? STEP_SAMPLES.later;
    if (guess.isAsking || speech.speechEnd - guess.speechEnd < step) return;
    void this.#look(track, guess, speech);
  }

  /** It probably ended here: the words that it will get then are the best guess, also if its speaker goes on. */
  suspect(utterance: Captioned & Range, { text }: Words): void {
    const guess = this.#guesses.get(utterance.trackRef);
    if (guess?.fromSample !== utterance.fromSample) return;
    guess.speechEnd = Math.max(guess.speechEnd, utterance.toSample - PAD_SAMPLES);
    this.#note(utterance, guess, text, openEnded(text));
  }

  /** The utterance is over: its final words come. */
  forget(trackRef: string): void {
    this.#guesses.delete(trackRef);
  }

  async #look(
    track: KnownTrack,
    guess: Guess,
    { fromSample, toSample, speechEnd }: OpenSpeech,
  ): Promise<void> {
    guess.isAsking = true;
    const range = {
      meetingRef: this.#meetingRef,
      trackRef: track.trackRef,
      path: this.#pathOf(track.trackRef),
      fromSample,
      toSample,
      languageCode: this.#languageCode(),
    };
    const words = await this.#recognizer
      .transcribeInterim(range, guess.shown === '')
      .catch(() => null);
    guess.isAsking = false;
    const isLate = this.#guesses.get(track.trackRef) !== guess || speechEnd < guess.speechEnd;
    if (!words || isLate) return;
    guess.speechEnd = speechEnd;
    const heard = tidyText(words.text);
    this.#note(
      { ...track, fromSample },
      guess,
      heard,
      guess.heard === '' ? openEnded(heard) : stableWords(guess.heard, heard),
    );
  }

  #note(spoken: Captioned, guess: Guess, heard: string, shown: string): void {
    guess.looks += 1;
    guess.heard = heard;
    if (shown === '' || shown === guess.shown) return;
    guess.shown = shown;
    this.#captions.partial(spoken, shown);
  }
}
