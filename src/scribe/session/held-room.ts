// A room in which a scribe stands by: it receives what the attending one receives, and keeps the latest in memory.
import type {
  AudibleTrack,
  AudioSink,
  Clock,
  ListenerPort,
  MayHear,
  OnTrack,
} from '../../core/ports.ts';
import { RecentSound } from '../spool/recent-sound.ts';

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
export type TakenRoom = {
  tracks: readonly HeldTrack[];
  /** Its first join reuses the open connection. */
  listener: ListenerPort;
  /** Closes the connection if no join reused it. */
  leave(): Promise<void>;
};

export class HeldRoom implements ListenerPort {
  readonly #listener: ListenerPort;
  readonly #clock: Clock;
  readonly #taken = new AbortController();
  /** By SID of the media track. */
  readonly #tracks = new Map<string, Held>();
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

  /** Keeps the sound of a track. */
  hearTrack(track: AudibleTrack, { wasUnheard }: { wasUnheard: boolean }): AudioSink {
    const held = new Held(track, wasUnheard, this.#clock.now().getTime());
    this.#tracks.set(track.mediaTrackSid, held);
    return held;
  }

  /** The connection broke: held tracks do not continue, and later ones are new. */
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
      for (const held of this.#tracks.values()) if (!held.isHanded) held.handOver(onTrack);
      return stay;
    };
    const listener = { prepare: () => this.#listener.prepare(), join };
    return { tracks: [...this.#tracks.values()], listener, leave };
  }

  #forgetEnded(): void {
    const before = this.#clock.now().getTime() - KEEP_ENDED_MS;
    for (const [sid, held] of this.#tracks)
      if (held.isOver && held.recent.endMs < before) this.#tracks.delete(sid);
  }
}

class Held implements HeldTrack, AudioSink {
  readonly track: AudibleTrack;
  readonly wasUnheard: boolean;
  readonly recent: RecentSound;
  isOver = false;
  #sink: AudioSink | undefined;

  constructor(track: AudibleTrack, wasUnheard: boolean, startedAtMs: number) {
    this.track = track;
    this.wasUnheard = wasUnheard;
    this.recent = new RecentSound(startedAtMs);
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
    this.#sink?.noteLost?.(samples);
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
    for (const sound of this.recent.sounds)
      if (typeof sound === 'number') sink.writeSilence(sound);
      else sink.write(sound);
    this.handTo(sink);
  }
}
