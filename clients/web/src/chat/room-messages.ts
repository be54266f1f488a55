// Chat, hands and reactions of one visit. Kept in this page alone, and only while the visit lasts.
import { cleanChatText } from './chat-text.ts';
import { readGuestMessage, writeGuestMessage } from './guest-message.ts';
import type { GuestMessage, Reaction } from './guest-message.ts';
import { createMessageGate } from './rate-limiter.ts';
import { createStore } from '../page/store.ts';

const MESSAGES_MAX = 300;
const REACTIONS_MAX = 40;
const REACTION_SHOWN_MS = 5000;
/** How long after arriving a hand may be older than its message. */
const ARRIVING_MS = 10_000;
const TOLD_AGAIN_MS = 10_000;

export type ChatMessage = { id: number; from: string; mine: boolean; text: string; atMs: number };
export type ShownReaction = { id: number; from: string; reaction: Reaction };
export type TogetherState = {
  messages: readonly ChatMessage[];
  unread: number;
  /** Since when each raised hand is up, on this device's clock. */
  hands: ReadonlyMap<string, number>;
  reactions: readonly ShownReaction[];
};
export type Sending = 'sent' | 'empty' | 'under_way' | 'too_fast' | 'failed';
export type Line = {
  self: string;
  send(topic: string, payload: Uint8Array<ArrayBuffer>, to?: readonly string[]): Promise<void>;
};
type Tell = (kind: 'chat_from' | 'hands_raised', from: string) => void;

const NOTHING: TogetherState = { messages: [], unread: 0, hands: new Map(), reactions: [] };

export class Together {
  readonly store = createStore(NOTHING);
  #draft = '';
  readonly #tell: Tell;
  readonly #receiving = createMessageGate({ burst: 12, perSecond: 4 });
  readonly #sending = createMessageGate({ burst: 5, perSecond: 1 });
  #told = new Map<string, number>();
  #line: Line | null = null;
  #nextId = 1;
  #chatOpen = false;
  #saying = false;
  #arrivedAtMs = 0;
  /** Up when the last connection was lost: whose hand still is says so again. */
  #handsBefore: ReadonlyMap<string, number> = new Map();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** A media connection stands: a raised hand is said again, since a new connection is a newcomer to the others. */
  connected(line: Line, nowMs = Date.now()): void {
    this.#line = line;
    this.#arrivedAtMs = nowMs;
    this.#handsBefore = this.store.read().hands;
    this.#change({ hands: new Map([...this.#handsBefore].filter(([ref]) => ref === line.self)) });
    this.#sayHandAgain(undefined, nowMs);
  }

  disconnected(): void {
    this.#line = null;
  }

  /** Nothing said in the meeting stays in the page after it. */
  clear(): void {
    this.#line = null;
    this.#draft = '';
    this.#told = new Map();
    this.#handsBefore = new Map();
    this.store.change(NOTHING);
  }

  greet(newcomer: string, nowMs = Date.now()): void {
    this.#sayHandAgain([newcomer], nowMs);
  }

  receive(from: string, topic: string | undefined, payload: Uint8Array, nowMs = Date.now()): void {
    if (!this.#receiving(from, nowMs)) return;
    const message = readGuestMessage(topic, payload);
    if (message !== null) this.#take(from, message, nowMs);
  }

  async say(text: string, nowMs = Date.now()): Promise<Sending> {
    const message: GuestMessage = { topic: 'chat', text: cleanChatText(text) };
    if (message.text === '') return 'empty';
    // Over a bad connection sending takes seconds, in which guests press again.
    if (this.#saying) return 'under_way';
    this.#saying = true;
    const outcome = await this.#send(message, nowMs);
    this.#saying = false;
    return outcome;
  }

  /** What is being written: the panel for it comes and goes. */
  draft(): string {
    return this.#draft;
  }

  keepDraft(text: string): void {
    this.#draft = text;
  }

  raiseHand(raised: boolean, nowMs = Date.now()): Promise<Sending> {
    return this.#send({ topic: 'hand', raised, agoMs: 0 }, nowMs);
  }

  react(reaction: Reaction, nowMs = Date.now()): Promise<Sending> {
    return this.#send({ topic: 'reaction', reaction }, nowMs);
  }

  showChat(open: boolean): void {
    this.#chatOpen = open;
    if (open) this.#change({ unread: 0 });
  }

  async #send(message: GuestMessage, nowMs: number): Promise<Sending> {
    const line = this.#line;
    if (line === null) return 'failed';
    if (!this.#sending('self', nowMs)) return 'too_fast';
    try {
      await line.send(message.topic, writeGuestMessage(message));
    } catch {
      return 'failed';
    }
    this.#take(line.self, message, nowMs);
    return 'sent';
  }

  #take(from: string, message: GuestMessage, nowMs: number): void {
    switch (message.topic) {
      case 'chat':
        return this.#takeChat(from, message.text, nowMs);
      case 'hand':
        return this.#takeHand(from, message.raised, message.agoMs, nowMs);
      case 'reaction':
        return this.#takeReaction(from, message.reaction);
      default:
        message satisfies never;
    }
  }

  #takeChat(from: string, text: string, nowMs: number): void {
    const { messages, unread } = this.store.read();
    const mine = from === this.#line?.self;
    const message = { id: this.#nextId++, from, mine, text, atMs: nowMs };
    const unseen = !mine && !this.#chatOpen;
    this.#change({
      messages: [...messages, message].slice(-MESSAGES_MAX),
      unread: unseen ? unread + 1 : unread,
    });
    if (unseen) this.#tellOnce('chat_from', from, nowMs);
  }

  #takeHand(from: string, raised: boolean, agoMs: number, nowMs: number): void {
    const hands = new Map(this.store.read().hands);
    if (raised === hands.has(from)) return;
    const arriving = nowMs - this.#arrivedAtMs < ARRIVING_MS;
    const since = arriving ? this.#handsBefore.get(from) : undefined;
    if (raised) hands.set(from, since ?? nowMs - (arriving ? agoMs : 0));
    else hands.delete(from);
    this.#change({ hands });
    if (raised && since === undefined && from !== this.#line?.self)
      this.#tellOnce('hands_raised', from, nowMs);
  }

  #takeReaction(from: string, reaction: Reaction): void {
    const shown = { id: this.#nextId++, from, reaction };
    this.#change({ reactions: [...this.store.read().reactions, shown].slice(-REACTIONS_MAX) });
    setTimeout(
      () =>
        this.#change({
          reactions: this.store.read().reactions.filter(({ id }) => id !== shown.id),
        }),
      REACTION_SHOWN_MS,
    );
  }

  #sayHandAgain(to: readonly string[] | undefined, nowMs: number): void {
    const line = this.#line;
    const since = line === null ? undefined : this.store.read().hands.get(line.self);
    if (line === null || since === undefined) return;
    const payload = writeGuestMessage({ topic: 'hand', raised: true, agoMs: nowMs - since });
    line.send('hand', payload, to).catch(() => undefined);
  }

  #tellOnce(kind: 'chat_from' | 'hands_raised', from: string, nowMs: number): void {
    const key = `${kind} ${from}`;
    if (nowMs - (this.#told.get(key) ?? -TOLD_AGAIN_MS) < TOLD_AGAIN_MS) return;
    this.#told.set(key, nowMs);
    this.#tell(kind, from);
  }

  #change(change: Partial<TogetherState>): void {
    this.store.change({ ...this.store.read(), ...change });
  }
}
