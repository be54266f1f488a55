/** Some seconds of a large room. */
const MAX_WAITING_PACKETS = 10_000;
/** A silent sender sends a packet or two at once, then none for 0.4 s. */
const STEADY = { packets: 3, withinMs: 200 };

export type WaitingPacket = { bytes: Buffer; sender: number; atMs: number };

/** Encrypted packets as they arrived, until they are read together. */
export class PacketQueue {
  #waiting: WaitingPacket[] = [];
  /** When the last packets of each sender arrived. */
  readonly #recent = new Map<number, number[]>();

  /** Whether the sender sends steadily, as a speaker does. */
  add(packet: WaitingPacket): boolean {
    if (this.#waiting.length < MAX_WAITING_PACKETS) this.#waiting.push(packet);
    const recent = this.#recent.get(packet.sender) ?? [];
    this.#recent.set(packet.sender, recent);
    recent.push(packet.atMs);
    if (recent.length > STEADY.packets) recent.shift();
    return recent.length === STEADY.packets && packet.atMs - (recent[0] ?? 0) < STEADY.withinMs;
  }

  takeAll(): WaitingPacket[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
