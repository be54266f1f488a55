// Chat and reactions of one session. Held in memory only, while the session lasts.
import { cleanChatText, isTooLong } from '../chat/chat-text.ts';
import {
  type GuestMessage,
  type Reaction,
  readGuestMessage,
  writeGuestMessage,
} from './guest-message.ts';
import { createStore } from '../page/store.ts';

const MAX_MESSAGES = 300;
const MAX_REACTIONS = 40;
const REACTION_SHOWN_MS = 5000;
const ANNOUNCE_AGAIN_MS = 10_000;

export type ChatMessage = { id: number; from: string; mine: boolean; text: string; atMs: number };
export type ShownReaction = { id: number; from: string; reaction: Reaction };
export type RoomMessagesState = {
  chat: readonly ChatMessage[];
  unread: number;
  reactions: readonly ShownReaction[];
};
type SendResult = 'sent' | 'empty' | 'too_long' | 'in_progress' | 'too_fast' | 'failed';
type Transport = {
  self: string;
  send(topic: string, payload: Uint8Array<ArrayBuffer>): Promise<void>;
};
/** `mine`: sent from this page. */
type Origin = { mine: boolean; nowMs: number };
type Announce = (from: string) => void;

const EMPTY: RoomMessagesState = { chat: [], unread: 0, reactions: [] };

export class RoomMessages {
  readonly store = createStore(EMPTY);
  #draft = '';
  readonly #announce: Announce;
  readonly #receiving = createRateLimiter({ burst: 12, perSecond: 4 });
  readonly #sending = createRateLimiter({ burst: 5, perSecond: 1 });
  #announcedAtMs = new Map<string, number>();
  #transport: Transport | null = null;
  #nextId = 1;
  #chatOpen = false;
  #sendingChat = false;
  /** How often everything was forgotten. */
  #cleared = 0;

  constructor(announce: Announce) {
    this.#announce = announce;
  }

  /** The media connection is up. */
  connected(transport: Transport): void {
    this.#transport = transport;
  }

  disconnected(): void {
    this.#transport = null;
  }

  /** After the meeting, the page keeps nothing of what was said. */
  clear(): void {
    this.#transport = null;
    this.#draft = '';
    this.#announcedAtMs = new Map();
    this.#cleared += 1;
    this.store.set(EMPTY);
  }

  receive(from: string, topic: string | undefined, payload: Uint8Array, nowMs = Date.now()): void {
    if (!this.#receiving(from, nowMs)) return;
    const message = readGuestMessage(topic, payload);
    if (message !== null) this.#apply(from, message, { mine: false, nowMs });
  }

  async sendChat(text: string, nowMs = Date.now()): Promise<SendResult> {
    if (isTooLong(text)) return 'too_long';
    const message: GuestMessage = { topic: 'chat', text: cleanChatText(text) };
    if (message.text === '') return 'empty';
    // On a bad connection, sending takes seconds and guests press the button again.
    if (this.#sendingChat) return 'in_progress';
    this.#sendingChat = true;
    const result = await this.#send(message, nowMs);
    this.#sendingChat = false;
    return result;
  }

  /** The unsent message, kept while the chat panel is closed. */
  draft(): string {
    return this.#draft;
  }

  saveDraft(text: string): void {
    this.#draft = text;
  }

  react(reaction: Reaction, nowMs = Date.now()): Promise<SendResult> {
    return this.#send({ topic: 'reaction', reaction }, nowMs);
  }

  showChat(open: boolean): void {
    this.#chatOpen = open;
    if (open) this.#change({ unread: 0 });
  }

  async #send(message: GuestMessage, nowMs: number): Promise<SendResult> {
    const [transport, cleared] = [this.#transport, this.#cleared];
    if (transport === null) return 'failed';
    if (!this.#sending('self', nowMs)) return 'too_fast';
    try {
      await transport.send(message.topic, writeGuestMessage(message));
    } catch {
      return 'failed';
    }
    if (this.#cleared === cleared) this.#apply(transport.self, message, { mine: true, nowMs });
    return 'sent';
  }

  #apply(from: string, message: GuestMessage, origin: Origin): void {
    switch (message.topic) {
      case 'chat':
        return this.#applyChat(from, message.text, origin);
      case 'reaction':
        return this.#applyReaction(from, message.reaction);
      default:
        message satisfies never;
    }
  }

  #applyChat(from: string, text: string, { mine, nowMs }: Origin): void {
    const { chat: messages, unread } = this.store.get();
    const message = { id: this.#nextId++, from, mine, text, atMs: nowMs };
    const unseen = !mine && !this.#chatOpen;
    this.#change({
      chat: [...messages, message].slice(-MAX_MESSAGES),
      unread: unseen ? unread + 1 : unread,
    });
    if (unseen) this.#announceOnce(from, nowMs);
  }

  #applyReaction(from: string, reaction: Reaction): void {
    const shown = { id: this.#nextId++, from, reaction };
    this.#change({ reactions: [...this.store.get().reactions, shown].slice(-MAX_REACTIONS) });
    setTimeout(
      () =>
        this.#change({
          reactions: this.store.get().reactions.filter(({ id }) => id !== shown.id),
        }),
      REACTION_SHOWN_MS,
    );
  }

  #announceOnce(from: string, nowMs: number): void {
    if (nowMs - (this.#announcedAtMs.get(from) ?? -ANNOUNCE_AGAIN_MS) < ANNOUNCE_AGAIN_MS) return;
    this.#announcedAtMs.set(from, nowMs);
    this.#announce(from);
  }

  #change(change: Partial<RoomMessagesState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}

const MAX_SENDERS = 500;

type RateLimit = { burst: number; perSecond: number };
type Bucket = { left: number; atMs: number };

/**
 * A token bucket for each sender, refilled by `perSecond` up to `burst`. Excess messages are
 * dropped before they are decoded, so that a guest who floods the room costs the others nothing.
 */
export function createRateLimiter({
  burst,
  perSecond,
}: RateLimit): (sender: string, nowMs: number) => boolean {
  const buckets = new Map<string, Bucket>();
  return (sender, nowMs) => {
    const { left, atMs } = buckets.get(sender) ?? { left: burst, atMs: nowMs };
    const now = Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1000) * perSecond);
    const passes = now >= 1;
    buckets.delete(sender);
    buckets.set(sender, { left: passes ? now - 1 : now, atMs: nowMs });
    if (buckets.size > MAX_SENDERS) buckets.delete(buckets.keys().next().value ?? sender);
    return passes;
  };
}
