import { setTimeout as delay } from 'node:timers/promises';
import {
  LeaveRequest,
  SessionDescription,
  type SignalResponse,
  SignalTarget,
  TrickleRequest,
  UpdateParticipantMetadata,
  UpdateSubscription,
} from '@livekit/protocol';
import {
  type AudioSink,
  type MayHear,
  type OnTrack,
  RECEIVES_ATTRIBUTE,
} from '../../core/ports.ts';
import { type AudioTrack, AudioTracks } from './signalling/audio-tracks.ts';
import { type Pace, PollScheduler } from './poll-scheduler.ts';
import { SignalClient } from './signalling/signal-client.ts';
import { openSubscriber, type Subscriber } from './subscriber.ts';
import { AudioReceiver, type OpusDecoder, SoundPace } from './audio-receiver.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';

/** For packets in transit when a track or a room ends. */
const LAST_PACKETS_MS = 100;
const OPUS = { sampleRate: SAMPLE_RATE_HZ, channels: 1 } as const;

/** One connection to one room: it subscribes to published audio and decodes it. It does not reconnect. */
export class RoomConnection {
  /** When the room or the connection was lost, in ms since 1970. */
  readonly over: Promise<number>;
  readonly #onTrack: OnTrack;
  readonly #mayHear: MayHear;
  readonly #signal: SignalClient;
  readonly #tracks = new AudioTracks();
  /** Our subscriptions. */
  readonly #wanted = new Set<string>();
  readonly #standing = new Set<string>();
  readonly #heard = new Map<string, AudioReceiver>();
  /** By person and source. Kept when they leave: they may come back. */
  readonly #paces = new Map<string, SoundPace>();
  /** The tracks in the last offer. */
  #offered: string[] = [];
  #subscriber: Promise<Subscriber> | undefined;
  #opened: Subscriber | undefined;
  /** What arrived with the answer to `join`, until that is read: one chunk may carry several messages. */
  #early: SignalResponse['message'][] | null = [];
  #connected = Promise.withResolvers<void>();
  #isConnected = false;
  #isReceivingTold = false;
  #resolveOver!: (sinceMs: number | Promise<number>) => void;
  #isOver = false;
  readonly #polls = new PollScheduler((isLate) => this.#poll(isLate));

  constructor(url: string, token: string, onTrack: OnTrack, mayHear: MayHear) {
    this.#onTrack = onTrack;
    this.#mayHear = mayHear;
    this.over = new Promise((resolve) => (this.#resolveOver = resolve));
    this.#signal = new SignalClient(url, token, {
      onMessage: (message) => this.#take(message),
      onOver: (sinceMs) => this.#end(sinceMs),
      hasMedia: () => this.#isConnected,
      subscribed: () => [...this.#wanted],
    });
    this.#connected.promise.catch(() => {});
  }

  /** Resolves when sound can be received. */
  async begin(): Promise<void> {
    const { otherParticipants, iceServers } = await this.#signal.join();
    this.#subscriber = openSubscriber(iceServers, {
      onPacket: (sid, sequence, blocks, atMs) =>
        this.#heard.get(sid)?.packet(sequence, blocks, atMs),
      onSpeech: () => this.#polls.pollSoon(),
      onCandidate: (candidate) => {
        const trickle = new TrickleRequest({
          target: SignalTarget.SUBSCRIBER,
          candidateInit: JSON.stringify(candidate),
        });
        this.#signal.send({ case: 'trickle', value: trickle });
      },
      onConnected: () => {
        this.#isConnected = true;
        this.#connected.resolve();
        void this.#hearOffered().catch(() => this.#end(Date.now()));
      },
      onGone: (sinceMs) => this.#end(sinceMs),
    });
    void this.#subscriber.then((opened) => (this.#opened = opened)).catch(() => {});
    const { published } = this.#tracks.update(otherParticipants);
    for (const { mediaTrackSid } of published) this.#standing.add(mediaTrackSid);
    this.review();
    const early = this.#early ?? [];
    this.#early = null;
    for (const message of early) this.#take(message);
    this.#polls.pollSoon();
    await this.#connected.promise;
  }

  async leave(): Promise<void> {
    this.#signal.send({ case: 'leave', value: new LeaveRequest() });
    this.#end(Date.now());
    await this.over;
  }

  #poll(isLate: boolean): Pace {
    this.#opened?.read();
    let isUrgent = false;
    for (const heard of this.#heard.values()) {
      heard.tick(performance.now(), isLate);
      isUrgent ||= heard.isUrgent;
    }
    this.#tellReceiving();
    return isUrgent ? 'fast' : 'slow';
  }

  /** Tells other scribes, once, that sound of everyone whom it may hear arrives. A muted person sends nothing. */
  #tellReceiving(): void {
    const isReceived = (sid: string): boolean | undefined =>
      this.#heard.get(sid)?.hasPackets || this.#tracks.get(sid)?.isMuted;
    if (this.#isReceivingTold || !this.#isConnected) return;
    if (![...this.#wanted].every(isReceived)) return;
    this.#isReceivingTold = true;
    const value = new UpdateParticipantMetadata({ attributes: { [RECEIVES_ATTRIBUTE]: 'all' } });
    this.#signal.send({ case: 'updateMetadata', value });
  }

  #take(message: SignalResponse['message']): void {
    if (this.#early) return void this.#early.push(message);
    if (message.case === 'offer')
      void this.#answer(message.value).catch(() => this.#end(Date.now()));
    if (message.case === 'trickle' && message.value.target === SignalTarget.SUBSCRIBER) {
      const { candidateInit } = message.value;
      // One of several candidates; another may work.
      void this.#subscriber
        ?.then((subscriber) => subscriber.addCandidate(candidateInit))
        .catch(() => {});
    }
    if (message.case !== 'update') return;
    const { gone } = this.#tracks.update(message.value.participants);
    for (const sid of gone) {
      this.#wanted.delete(sid);
      void this.#stopHearing(sid);
    }
    this.review();
  }

  /** Subscribes to one track per source of each person, if it may be heard, and to no others. */
  review(): void {
    const { all, first } = this.#tracks;
    const isWanted = ({ identity, mediaTrackSid, untranscribed }: AudioTrack) =>
      first.has(mediaTrackSid) && this.#mayHear(identity, untranscribed, mediaTrackSid);
    const change = all.filter((track) => isWanted(track) !== this.#wanted.has(track.mediaTrackSid));
    const [drop, add] = [true, false].map((wasWanted) =>
      change.filter(({ mediaTrackSid }) => this.#wanted.has(mediaTrackSid) === wasWanted),
    );
    for (const { mediaTrackSid } of add ?? []) this.#wanted.add(mediaTrackSid);
    for (const { mediaTrackSid } of drop ?? []) {
      this.#wanted.delete(mediaTrackSid);
      void this.#stopHearing(mediaTrackSid, 0);
    }
    this.#subscribe(add ?? [], true);
    this.#subscribe(drop ?? [], false);
  }

  /** Video is never requested. */
  #subscribe(tracks: readonly AudioTrack[], subscribe: boolean): void {
    if (tracks.length === 0) return;
    const participantTracks = tracks.map(({ participantSid, mediaTrackSid }) => ({
      participantSid,
      trackSids: [mediaTrackSid],
    }));
    const trackSids = tracks.map((track) => track.mediaTrackSid);
    this.#signal.send({
      case: 'subscription',
      value: new UpdateSubscription({ trackSids, subscribe, participantTracks }),
    });
  }

  async #answer({ sdp, id }: SessionDescription): Promise<void> {
    const subscriber = await this.#subscriber;
    if (!subscriber) return;
    const answer = await subscriber.answer(sdp);
    this.#offered = answer.trackSids;
    // Before the answer: sound arrives right after it.
    await this.#hearOffered();
    this.#signal.send({
      case: 'answer',
      value: new SessionDescription({ type: 'answer', sdp: answer.sdp, id }),
    });
    for (const sid of this.#heard.keys())
      if (!this.#offered.includes(sid)) void this.#stopHearing(sid);
  }

  async #hearOffered(): Promise<void> {
    if (!this.#isConnected) return;
    const { createDecoder } = await import('libopus-wasm');
    for (const mediaTrackSid of this.#offered) {
      const track = this.#tracks.get(mediaTrackSid);
      if (!track || !this.#wanted.has(mediaTrackSid) || this.#heard.has(mediaTrackSid)) continue;
      const decoder = await createDecoder(OPUS);
      // Any of these may have happened while the decoder was created.
      const isWanted = this.#wanted.has(mediaTrackSid) && !this.#heard.has(mediaTrackSid);
      if (this.#isOver || !isWanted) {
        decoder.free();
        continue;
      }
      const isMuted = (): boolean => this.#tracks.get(mediaTrackSid)?.isMuted ?? true;
      const sink = this.#onTrack({
        identity: track.identity,
        mediaTrackSid,
        wasThere: this.#standing.has(mediaTrackSid),
        isMuted,
      });
      if (sink) this.#heard.set(mediaTrackSid, this.#hear(track, sink, decoder));
      else decoder.free();
    }
  }

  #hear({ identity, source }: AudioTrack, sink: AudioSink, decoder: OpusDecoder): AudioReceiver {
    const whose = `${identity} ${source}`;
    const pace = this.#paces.get(whose) ?? new SoundPace();
    this.#paces.set(whose, pace);
    return new AudioReceiver(sink, decoder, performance.now(), pace);
  }

  async #stopHearing(mediaTrackSid: string, lastMs = LAST_PACKETS_MS): Promise<void> {
    const heard = this.#heard.get(mediaTrackSid);
    if (!heard) return;
    if (lastMs > 0) {
      await delay(lastMs);
      this.#opened?.read();
    }
    heard.end(performance.now());
    if (this.#heard.get(mediaTrackSid) === heard) this.#heard.delete(mediaTrackSid);
  }

  #end(sinceMs: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#signal.close();
    this.#polls.stop();
    this.#connected.reject(new Error('the connection ended before sound could be received'));
    this.#opened?.read();
    const closed = this.#subscriber?.then((subscriber) => subscriber.close()).catch(() => {});
    for (const heard of this.#heard.values()) heard.end(performance.now());
    this.#heard.clear();
    this.#resolveOver(Promise.resolve(closed).then(() => sinceMs));
  }
}
