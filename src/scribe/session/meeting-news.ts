/** Wakes the scribe of a meeting when the meeting has changed. */
export class MeetingNews {
  readonly #followers = new Map<string, Set<() => void>>();

  tell(meetingRef: string): void {
    for (const onNews of this.#followers.get(meetingRef) ?? []) onNews();
  }

  /** Calls `onNews` at each change, until the returned function is called. */
  follow(meetingRef: string, onNews: () => void): () => void {
    const group = this.#followers.get(meetingRef) ?? new Set();
    this.#followers.set(meetingRef, group.add(onNews));
    return () => {
      group.delete(onNews);
      if (group.size === 0 && this.#followers.get(meetingRef) === group)
        this.#followers.delete(meetingRef);
    };
  }
}
