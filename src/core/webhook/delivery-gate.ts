/**
 * Deliveries to one webhook that may be under way at once in this process, so that a slow receiver
 * leaves room for others.
 */
export const MAX_TO_ONE_WEBHOOK = 6;

// Long enough for a quick receiver to make room.
const WAIT_MS = 100;
const AGAIN_MS = { least: 1_000, most: 60_000 };

export type DeliveryGate = {
  /**
   * The function to call afterwards; or, when the webhook has as many under way as it may have and none of them ends
   * soon, when to come again. Those that are turned away come one after another, as fast as the receiver takes them.
   */
  enter(webhookRef: string, now: Date): Promise<{ leave: () => void } | { again: Date }>;
};

type Visit = { begunMs: number };
type Place = {
  underWay: Set<Visit>;
  waiting: ((visit: Visit) => void)[];
  /** How long the last delivery took. */
  tookMs: number;
  /** When the last one that was turned away comes again. */
  lastAgainMs: number;
};

export function deliveryGate(most = MAX_TO_ONE_WEBHOOK): DeliveryGate {
  const places = new Map<string, Place>();
  const leave = (webhookRef: string, place: Place, visit: Visit): void => {
    place.tookMs = performance.now() - visit.begunMs;
    place.underWay.delete(visit);
    // A waiting delivery takes over the place.
    place.waiting.shift()?.(begin(place));
    if (place.underWay.size === 0) places.delete(webhookRef);
  };
  return {
    enter: async (webhookRef, now) => {
      const known = places.get(webhookRef);
      const place = known ?? { underWay: new Set(), waiting: [], tookMs: 0, lastAgainMs: 0 };
      places.set(webhookRef, place);
      const visit = place.underWay.size < most ? begin(place) : await turn(place, most);
      return visit === null
        ? { again: turnAway(place, now.getTime(), most) }
        : { leave: () => leave(webhookRef, place, visit) };
    },
  };
}

function begin(place: Place): Visit {
  const visit = { begunMs: performance.now() };
  place.underWay.add(visit);
  return visit;
}

/** Null when nobody leaves in time. Nobody waits for a slow receiver. */
function turn(place: Place, most: number): Promise<Visit | null> | null {
  if (expectedMs(place) > WAIT_MS * most) return null;
  return new Promise((resolve) => {
    const mine = (visit: Visit): void => {
      clearTimeout(timer);
      resolve(visit);
    };
    const timer = setTimeout(() => {
      place.waiting.splice(place.waiting.indexOf(mine), 1);
      resolve(null);
    }, WAIT_MS);
    place.waiting.push(mine);
  });
}

function turnAway(place: Place, nowMs: number, most: number): Date {
  const afterLast = place.lastAgainMs + expectedMs(place) / most;
  place.lastAgainMs = Math.min(Math.max(afterLast, nowMs + AGAIN_MS.least), nowMs + AGAIN_MS.most);
  return new Date(place.lastAgainMs);
}

/** Of a delivery: as long as the last one, or as the one that has been under way for longest. */
function expectedMs({ underWay, tookMs }: Place): number {
  const [oldest] = underWay;
  return Math.max(tookMs, oldest ? performance.now() - oldest.begunMs : 0);
}
