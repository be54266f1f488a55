/** Some seconds of a large room. */
const MAX_WAITING_PACKETS = 10_000;
/** Who rests sends a packet or two at once, then none for 0.4 s. */
const STEADY = { packets: 3, withinMs: 200 };

export type WaitingPacket = { bytes: Buffer; sender: number; atMs: number };

/** Packets as they came, encrypted, until they are looked at together. */
export class PacketQueue {
  #waiting: WaitingPacket[] = [];
  /** When the last packets of each sender came. */
  readonly #recent = new Map<number, number[]>();

  /** Whether the sender sends steadily, as who speaks does. */
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
