/** Waiting work of several meetings, taken in turn: a busy meeting does not delay the others. */
export class FairQueue<Work> {
  // The next meeting is in front; none is empty.
  readonly #byMeeting = new Map<string, Work[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  put(meetingRef: string, work: Work): void {
    this.#size += 1;
    const queue = this.#byMeeting.get(meetingRef);
    if (queue) queue.push(work);
    else this.#byMeeting.set(meetingRef, [work]);
  }

  /** It was taken before, so it comes first. */
  putBack(meetingRef: string, work: Work): void {
    this.#size += 1;
    const queue = this.#byMeeting.get(meetingRef) ?? [];
    const others = [...this.#byMeeting].filter(([name]) => name !== meetingRef);
    this.#byMeeting.clear();
    this.#byMeeting.set(meetingRef, [work, ...queue]);
    for (const [name, works] of others) this.#byMeeting.set(name, works);
  }

  /** What is next. */
  peek(): Work | undefined {
    const [next] = this.#byMeeting.values();
    return next?.[0];
  }

  take(): Work | undefined {
    const [next] = this.#byMeeting;
    if (!next) return undefined;
    const [meetingRef, [work, ...rest]] = next;
    this.#byMeeting.delete(meetingRef);
    if (rest.length > 0) this.#byMeeting.set(meetingRef, rest);
    this.#size -= 1;
    return work;
  }

  /** Removes and returns everything that waits. */
  clear(): Work[] {
    const all = [...this.#byMeeting.values()].flat();
    this.#byMeeting.clear();
    this.#size = 0;
    return all;
  }
}
