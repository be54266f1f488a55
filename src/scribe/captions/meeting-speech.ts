import type { OpenSpeech, Range } from '../../core/transcript/cut-utterances.ts';
import type { WaitingUtterance } from '../../core/transcript/append-utterance.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import { Captions, type InterimReaders } from './captions.ts';
import { InterimCaptions } from './interim-captions.ts';
import { DecodeQueue, type DecodeQueueOptions } from './decode-queue.ts';

type SpeechOptions = Omit<DecodeQueueOptions, 'captions' | 'onPrepared'> & {
  interimReaders?: InterimReaders;
};

/**
 * Handles the speech found in one meeting: interim results while it lasts, the final result when it is over,
 * and captions for both.
 */
export class MeetingSpeech {
  readonly #captions: Captions;
  readonly #interims: InterimCaptions;
  readonly #queue: DecodeQueue;

  constructor(options: SpeechOptions) {
    this.#captions = new Captions(options.ctx, options.meetingRef, options.interimReaders);
    const hearing = { ...options, captions: this.#captions };
    this.#interims = new InterimCaptions(hearing);
    this.#queue = new DecodeQueue({
      ...hearing,
      onPrepared: (utterance, words) => this.#interims.showPrepared(utterance, words),
    });
  }

  /** Loads the ranges that an earlier scribe left untranscribed. */
  load(): Promise<void> {
    return this.#queue.load();
  }

  /** Someone has spoken up to here and has not finished. */
  follow(track: KnownTrack, speech: OpenSpeech): void {
    this.#queue.withdraw(track.trackRef);
    this.#interims.follow(track, speech);
  }

  /** The utterance has probably ended: its words are prepared. */
  prepare(track: KnownTrack, range: Range): void {
    this.#queue.prepare(waiting(track, range));
  }

  /** These utterances have ended; `kept` is to be transcribed of them. What was shown of the others is removed. */
  add(track: KnownTrack, cuts: readonly Range[], kept: readonly Range[] = cuts): void {
    this.#interims.forget(track.trackRef);
    const keptFrom = new Set(kept.map(({ fromSample }) => fromSample));
    for (const range of cuts)
      if (!keptFrom.has(range.fromSample)) this.#captions.final(waiting(track, range), '');
    this.#queue.add(kept.map((range) => waiting(track, range)));
  }

  /** The room is over: from now on, words go only to the transcript. */
  closeCaptions(): void {
    this.#captions.close();
  }

  /** Resolves when every range is transcribed or given up. Rejects when the scribe or the recognizer stops. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }
}

function waiting({ trackRef, participantRef }: KnownTrack, range: Range): WaitingUtterance {
  return { trackRef, participantRef, ...range };
}
