/** Wakes who attends a meeting when something of it has changed. */
export class MeetingNews {
  readonly #next = new Map<string, PromiseWithResolvers<void>>();

  tell(meetingRef: string): void {
    this.#next.get(meetingRef)?.resolve();
    this.#next.delete(meetingRef);
  }

  /** Resolves at the next change. */
  next(meetingRef: string): Promise<void> {
    const next = this.#next.get(meetingRef) ?? Promise.withResolvers<void>();
    this.#next.set(meetingRef, next);
    return next.promise;
  }
}
