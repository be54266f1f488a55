/** Waiting work of several rooms, taken in turn: a room that has much to do does not keep the others waiting. */
export class RoomQueues<Work> {
  // The room that is next stands in front; none is empty.
  readonly #byRoom = new Map<string, Work[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  put(room: string, work: Work): void {
    this.#size += 1;
    const queue = this.#byRoom.get(room);
    if (queue) queue.push(work);
    else this.#byRoom.set(room, [work]);
  }

  /** It was taken already: it is next of all. */
  putBack(room: string, work: Work): void {
    this.#size += 1;
    const queue = this.#byRoom.get(room) ?? [];
    const others = [...this.#byRoom].filter(([name]) => name !== room);
    this.#byRoom.clear();
    this.#byRoom.set(room, [work, ...queue]);
    for (const [name, works] of others) this.#byRoom.set(name, works);
  }

  /** What is next. */
  peek(): Work | undefined {
    const [next] = this.#byRoom.values();
    return next?.[0];
  }

  take(): Work | undefined {
    const [next] = this.#byRoom;
    if (!next) return undefined;
    const [room, [work, ...rest]] = next;
    this.#byRoom.delete(room);
    if (rest.length > 0) this.#byRoom.set(room, rest);
    this.#size -= 1;
    return work;
  }

  /** Everything that waits, and nothing waits afterwards. */
  clear(): Work[] {
    const all = [...this.#byRoom.values()].flat();
    this.#byRoom.clear();
    this.#size = 0;
    return all;
  }
}
