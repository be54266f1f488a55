/**
 * Copies of the shared tracks, with which the next connection resumes sharing: livekit-client stops
 * its own tracks when it disconnects. The browser's own "stop sharing" ends the copies too.
 */
export class SharedScreen {
  #held: readonly MediaStreamTrack[] = [];

  hold(published: readonly MediaStreamTrack[]): void {
    this.release();
    this.#held = published.map((track) => track.clone());
  }

  /** Live copies. The caller stops them. */
  copies(): MediaStreamTrack[] {
    return this.#held
      .filter(({ readyState }) => readyState === 'live')
      .map((track) => track.clone());
  }

  release(): void {
    for (const track of this.#held) track.stop();
    this.#held = [];
  }
}
