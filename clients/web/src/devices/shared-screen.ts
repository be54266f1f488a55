/**
 * What the guest shares, held beside the room, so that a connection made anew goes on with it: livekit-client stops its own
 * tracks with the connection. The browser's own "stop sharing" ends these too.
 */
export class SharedScreen {
  #held: readonly MediaStreamTrack[] = [];

  get isHeld(): boolean {
    return this.#held.length > 0;
  }

  hold(sent: readonly MediaStreamTrack[]): void {
    this.release();
    this.#held = sent.map((track) => track.clone());
  }

  /** What is still shared, for whoever sends it to send and to stop. */
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
