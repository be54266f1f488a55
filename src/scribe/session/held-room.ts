// A room in which a scribe stands by: it receives what the attending one receives, and keeps the latest in memory.
import type {
  AudibleTrack,
  AudioSink,
  Clock,
  ListenerPort,
  MayHear,
  OnTrack,
} from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { RecentSound, replay } from '../spool/recent-sound.ts';
import { SLACK_SAMPLES } from '../spool/track-spool.ts';

/** How long an ended track is kept: the other scribe may not have received it. */
const KEEP_ENDED_MS = 30_000;

type Join = ListenerPort['join'];
type Stay = Awaited<ReturnType<Join>>;

/** A track that is kept until a scribe attends it. */
export type HeldTrack = {
  track: AudibleTrack;
  wasUnheard: boolean;
  recent: RecentSound;
  /** Sends its sound to `sink` from now on. */
  handTo(sink: AudioSink): void;
};

/** What the scribe that attends from now on takes over. */
type TakenRoom = {
  tracks: readonly HeldTrack[];
  /** Ours in the room. */
  identities: Set<string>;
  /** Its first join reuses the open connection. */
  listener: ListenerPort;
  /** Closes the connection if no join reused it. */
  leave(): Promise<void>;
};

export class HeldRoom implements ListenerPort {
  readonly identities = new Set<string>();
  readonly #listener: ListenerPort;
  readonly #clock: Clock;
  readonly #taken = new AbortController();
  readonly #tracks = new Set<Held>();
  #stay: Stay | undefined;
  #onTrack: OnTrack = () => null;
  #mayHear: MayHear = () => false;

  constructor(listener: ListenerPort, clock: Clock) {
    this.#listener = listener;
    this.#clock = clock;
  }

  /** Aborts when this process attends the meeting itself. */
  get taken(): AbortSignal {
    return this.#taken.signal;
  }

  prepare(): void {
    this.#listener.prepare();
  }

  /** As in any listener, but after a takeover the connection outlives `leave`. */
  async join(...[token, onTrack, mayHear]: Parameters<Join>): ReturnType<Join> {
    this.#onTrack = onTrack;
    this.#mayHear = mayHear;
    const stay = await this.#listener.join(
      token,
      (track) => this.#onTrack(track),
      (...track) => this.#mayHear(...track),
    );
    if (this.taken.aborted) {
      await stay.leave();
      throw this.taken.reason;
    }
    this.#stay = stay;
    return {
      over: stay.over,
      review: () => {
        this.#forgetEnded();
        stay.review();
      },
      leave: async () => {
        if (this.#stay === stay && !this.taken.aborted) await stay.leave();
      },
    };
  }

  /** Keeps the sound of a track; one that is back, as after a broken connection, continues what is kept of it. */
  hearTrack(track: AudibleTrack, { wasUnheard }: { wasUnheard: boolean }): AudioSink {
    const nowMs = this.#clock.now().getTime();
    const held =
      this.#continued(track, wasUnheard, nowMs) ??
      new Held(track, wasUnheard, new RecentSound(nowMs));
    this.#tracks.add(held);
    return held;
  }

  /** The connection broke: the held tracks have ended. */
  noteBreak(): void {
    this.#forgetEnded();
  }

  take(): TakenRoom {
    this.#forgetEnded();
    const stay = this.#stay;
    this.#taken.abort(new Error('The scribe that stood by attends'));
    let isLeft = stay === undefined;
    const leave = async (): Promise<void> => {
      if (isLeft) return;
      isLeft = true;
      await stay?.leave();
    };
    const join: Join = async (token, onTrack, mayHear) => {
      if (stay === undefined || isLeft) return this.#listener.join(token, onTrack, mayHear);
      isLeft = true;
      this.#onTrack = onTrack;
      this.#mayHear = mayHear;
      // Tracks that arrived after the takeover.
      for (const held of this.#tracks) if (!held.isHanded) held.handOver(onTrack);
      return stay;
    };
    const listener = { prepare: () => this.#listener.prepare(), join };
    return { tracks: [...this.#tracks], identities: this.identities, listener, leave };
  }

  /** Null when nothing is kept of the track. What was missed of it is lost, unless its person was muted or declined. */
  #continued(track: AudibleTrack, wasUnheard: boolean, nowMs: number): Held | null {
    const earlier = [...this.#tracks].find(
      (one) => one.track.mediaTrackSid === track.mediaTrackSid,
    );
    // What is taken over continues in its new receiver.
    if (!earlier || this.taken.aborted) return null;
    this.#tracks.delete(earlier);
    const { recent } = earlier;
    const missed = Math.round((nowMs - recent.endMs) * SAMPLES_PER_MS);
    if (missed > 0) recent.writeSilence(missed);
    if (missed > SLACK_SAMPLES && !wasUnheard && !track.isMuted()) recent.noteLost(missed);
    return new Held(track, earlier.wasUnheard, recent);
  }

  #forgetEnded(): void {
    const before = this.#clock.now().getTime() - KEEP_ENDED_MS;
    for (const held of this.#tracks)
      if (held.isOver && held.recent.endMs < before) this.#tracks.delete(held);
  }
}

class Held implements HeldTrack, AudioSink {
  readonly track: AudibleTrack;
  readonly wasUnheard: boolean;
  readonly recent: RecentSound;
  isOver = false;
  #sink: AudioSink | undefined;

  constructor(track: AudibleTrack, wasUnheard: boolean, recent: RecentSound) {
    this.track = track;
    this.wasUnheard = wasUnheard;
    this.recent = recent;
  }

  get isHanded(): boolean {
    return this.#sink !== undefined;
  }

  write(samples: Int16Array): void {
    (this.#sink ?? this.recent).write(samples);
  }

  writeSilence(samples: number): void {
    (this.#sink ?? this.recent).writeSilence(samples);
  }

  noteLost(samples: number): void {
    (this.#sink ?? this.recent).noteLost?.(samples);
  }

  end(): void {
    this.isOver = true;
    this.#sink?.end();
  }

  handTo(sink: AudioSink): void {
    this.#sink = sink;
    if (this.isOver) sink.end();
  }

  /** To a receiver that does not know what is held: the sound arrives as if it were new. */
  handOver(onTrack: OnTrack): void {
    const sink = onTrack(this.track);
    if (!sink) return;
    replay(this.recent.sounds, sink);
    this.handTo(sink);
  }
}
