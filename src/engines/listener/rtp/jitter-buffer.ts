import { type AudioBlock, nearestCount } from './rtp-packet.ts';

/**
 * How long a packet waits for earlier ones. There are no retransmissions, so this only covers
 * reordering in the network.
 */
const HOLD_MS = 100;
const MAX_WAITING = 50;
const WRAP = 2 ** 16;
/** A larger jump means that the sender restarted. */
const LEAP = 3_000;

/** `lost`: the number of packets lost before it. */
export type OrderedBlock = AudioBlock & { lost: number };
type Waiting = { block: AudioBlock; atMs: number };

/** Puts the packets of one sender in order. Redundant blocks replace lost packets. */
export class JitterBuffer {
  /** By unwrapped sequence number. */
  readonly #waiting = new Map<number, Waiting>();
  #next: number | undefined;
  /** Of the block before `#next`. */
  #lastTimestamp: number | undefined;

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** `blocks`: those of one packet, oldest first, its own last. Returns what is in order now. */
  push(sequence: number, blocks: readonly AudioBlock[], nowMs: number): OrderedBlock[] {
    const index = this.#indexOf(sequence);
    const begin = this.#next ?? index;
    this.#next = begin;
    for (const [age, block] of blocks.toReversed().entries()) {
      const place = index - age;
      if (place < begin || this.#waiting.has(place)) continue;
      if (age > 0 && this.#isOneBefore(place, block)) continue;
      this.#waiting.set(place, { block, atMs: nowMs });
    }
    return this.release(nowMs);
  }

  /** Returns what is in order or has waited long enough. */
  release(nowMs: number): OrderedBlock[] {
    const ready: OrderedBlock[] = [];
    let next = this.#next ?? 0;
    let lost = 0;
    while (this.#waiting.size > 0) {
      const found = this.#waiting.get(next);
      if (found) {
        this.#waiting.delete(next);
        ready.push({ ...found.block, lost });
        next += 1;
        lost = 0;
        continue;
      }
      const first = Math.min(...this.#waiting.keys());
      const isLate = nowMs - (this.#waiting.get(first)?.atMs ?? 0) >= HOLD_MS;
      if (!isLate && this.#waiting.size < MAX_WAITING) break;
      lost = first - next;
      next = first;
    }
    this.#next &&= next;
    this.#lastTimestamp = ready.at(-1)?.timestamp ?? this.#lastTimestamp;
    return ready;
  }

  /** Returns all that waits, regardless of gaps. */
  flush(): OrderedBlock[] {
    return this.release(Infinity);
  }

  /** A media server that lost the packet in between makes a redundant payload of an older one. */
  #isOneBefore(place: number, { timestamp }: AudioBlock): boolean {
    const before =
      place === this.#next ? this.#lastTimestamp : this.#waiting.get(place - 1)?.block.timestamp;
    return timestamp === before;
  }

  #indexOf(sequence: number): number {
    if (this.#next === undefined) return sequence + WRAP;
    const index = nearestCount(sequence, this.#next, WRAP);
    if (Math.abs(index - this.#next) < LEAP) return index;
    this.#waiting.clear();
    this.#next = sequence + WRAP;
    return this.#next;
  }
}
