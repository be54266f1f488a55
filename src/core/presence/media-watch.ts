/** A pause between two questions that is longer than this means that nobody was asking meanwhile. */
const MAX_PAUSE_SECONDS = 90;

/**
 * What one process knows of the media server's silence. Kept in memory on purpose: time in which
 * nobody asked must not count.
 */
export type MediaWatch = {
  /** The media server answered. */
  heard(now: Date): void;
  /** It did not; answers since when it has been silent although we asked and asked. */
  unheard(now: Date): Date;
};

export function newMediaWatch(): MediaWatch {
  let silentSince: Date | null = null;
  let askedAt: Date | null = null;
  return {
    heard: (now) => {
      silentSince = null;
      askedAt = now;
    },
    unheard: (now) => {
      const paused =
        askedAt === null || now.getTime() - askedAt.getTime() > MAX_PAUSE_SECONDS * 1000;
      if (paused || silentSince === null) silentSince = now;
      askedAt = now;
      return silentSince;
    },
  };
}
