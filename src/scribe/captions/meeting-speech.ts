import type { OpenSpeech, Range } from '../../core/transcript/cut-utterances.ts';
import type { WaitingUtterance } from '../../core/transcript/append-utterance.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import { Captions } from './captions.ts';
import type { InterimReaders } from './interim-readers.ts';
import { InterimCaptions } from './interim-captions.ts';
import { DecodeQueue, type DecodeQueueOptions } from './decode-queue.ts';

export type SpeechOptions = Omit<DecodeQueueOptions, 'captions' | 'onPrepared'> & {
  interimReaders?: InterimReaders;
};

/**
 * What becomes of the speech that is found in one meeting: interim results while it lasts, words when it is
 * over, and captions of both.
 */
export class MeetingSpeech {
  readonly #captions: Captions;
  readonly #partials: InterimCaptions;
  readonly #words: DecodeQueue;

  constructor(options: SpeechOptions) {
    this.#captions = new Captions(options.ctx, options.meetingRef, options.interimReaders);
    const hearing = { ...options, captions: this.#captions };
    this.#partials = new InterimCaptions(hearing);
    this.#words = new DecodeQueue({
      ...hearing,
      onPrepared: (utterance, words) => this.#partials.suspect(utterance, words),
    });
  }

  /** Ranges that an earlier scribe left without words. */
  load(): Promise<void> {
    return this.#words.load();
  }

  /** Somebody speaks, this far. */
  follow(track: KnownTrack, speech: OpenSpeech): void {
    this.#words.withdraw(track.trackRef);
    this.#partials.follow(track, speech);
  }

  /** It has probably ended. */
  suspect(track: KnownTrack, range: Range): void {
    this.#words.prepare(waiting(track, range));
  }

  /** It has ended: these ranges need words. */
  add(track: KnownTrack, cuts: readonly Range[]): void {
    this.#partials.forget(track.trackRef);
    this.#words.add(cuts.map((range) => waiting(track, range)));
  }

  /** The room is over: words are for the transcript alone. */
  closeCaptions(): void {
    this.#captions.close();
  }

  /** When every range has its words or is given up. Rejects when the scribe stops, or the recognizer does. */
  idle(): Promise<void> {
    return this.#words.idle();
  }
}

function waiting({ trackRef, participantRef }: KnownTrack, range: Range): WaitingUtterance {
  return { trackRef, participantRef, ...range };
}
