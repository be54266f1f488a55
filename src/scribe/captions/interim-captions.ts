import type { RecognizerPort, Words } from '../../core/ports.ts';
import { type OpenSpeech, PAD_SAMPLES, type Range } from '../../core/transcript/cut-utterances.ts';
import { tidyText } from '../../core/transcript/join-texts.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import { stableWords, withoutEndMark } from '../../core/transcript/stable-words.ts';
import type { Captioned, Captions } from './captions.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { spoolRange, type SpokenSound } from '../spool/spool-path.ts';

/** The shortest start of an utterance to decode, padding included: less hardly contains a word. */
const FIRST_SAMPLES = 800 * SAMPLES_PER_MS;
/** The second result comes sooner: what two results agree on is shown. */
const STEP_SAMPLES = { second: 250 * SAMPLES_PER_MS, later: 500 * SAMPLES_PER_MS };

type Interim = {
  fromSample: number;
  results: number;
  speechEnd: number;
  heard: string;
  shown: string;
  isAsking: boolean;
};

type InterimOptions = SpokenSound & { recognizer: RecognizerPort; captions: Captions };

/** Interim results, only for display. The recognizer gives them the lowest priority. */
export class InterimCaptions {
  readonly #options: InterimOptions;
  readonly #interims = new Map<string, Interim>();

  constructor(options: InterimOptions) {
    this.#options = options;
  }

  /** Someone has spoken up to here and has not finished. */
  follow(track: KnownTrack, speech: OpenSpeech): void {
    let interim = this.#interims.get(track.trackRef);
    if (interim?.fromSample !== speech.fromSample) {
      interim = {
        fromSample: speech.fromSample,
        results: 0,
        speechEnd: speech.fromSample,
        heard: '',
        shown: '',
        isAsking: false,
      };
      this.#interims.set(track.trackRef, interim);
    }
    const step = [FIRST_SAMPLES, STEP_SAMPLES.second][interim.results] ?? STEP_SAMPLES.later;
    if (interim.isAsking || speech.speechEnd - interim.speechEnd < step) return;
    void this.#ask(track, interim, speech);
  }

  /** The utterance probably ended here. Its words are the best interim result, even if the speaker continues. */
  showPrepared(utterance: Captioned & Range, { text }: Words): void {
    const interim = this.#interims.get(utterance.trackRef);
    if (interim?.fromSample !== utterance.fromSample) return;
    interim.speechEnd = Math.max(interim.speechEnd, utterance.toSample - PAD_SAMPLES);
    this.#note(utterance, interim, text, withoutEndMark(text));
  }

  /** The utterance is over: its final result follows. */
  forget(trackRef: string): void {
    this.#interims.delete(trackRef);
  }

  async #ask(
    track: KnownTrack,
    interim: Interim,
    { fromSample, toSample, speechEnd }: OpenSpeech,
  ): Promise<void> {
    interim.isAsking = true;
    const { trackRef } = track;
    const range = spoolRange(this.#options, { trackRef, fromSample, toSample });
    const words = await this.#options.recognizer
      .transcribeInterim(range, interim.shown === '')
      .catch(() => null);
    interim.isAsking = false;
    const isLate = this.#interims.get(trackRef) !== interim || speechEnd < interim.speechEnd;
    if (!words || isLate) return;
    interim.speechEnd = speechEnd;
    const heard = tidyText(words.text);
    this.#note(
      { ...track, fromSample },
      interim,
      heard,
      interim.heard === '' ? withoutEndMark(heard) : stableWords(interim.heard, heard),
    );
  }

  #note(spoken: Captioned, interim: Interim, heard: string, shown: string): void {
    interim.results += 1;
    interim.heard = heard;
    if (shown === '' || shown === interim.shown) return;
    interim.shown = shown;
    this.#options.captions.partial(spoken, shown);
  }
}
