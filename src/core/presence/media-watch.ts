/** A longer pause between two requests means that this process was not asking meanwhile. */
const MAX_PAUSE_SECONDS = 90;

/**
 * How long the media server has not answered this process. Kept in memory on purpose: time during
 * which nobody asked must not count.
 */
export type MediaWatch = {
  /** The media server answered. */
  heard(now: Date): void;
  /** It did not answer; returns since when it has not, although we kept asking. */
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
