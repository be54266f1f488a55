/**
 * Deliveries to one webhook that may be under way at once in this process, so that a slow receiver
 * leaves room for others.
 */
export const MAX_TO_ONE_WEBHOOK = 6;
/** The same for one tenant, who may have many slow receivers. */
const MAX_TO_ONE_TENANT = 24;
/** The same for all tenants. */
export const MAX_DELIVERIES = 2 * MAX_TO_ONE_TENANT;

// Long enough for a quick receiver to make room.
const WAIT_MS = 100;
const AGAIN_MS = { least: 1_000, most: 60_000 };

/**
 * `leave` is to be called afterwards. `again`: the limit is reached and no delivery ends soon, so when to try again;
 * these times are spaced as far apart as places become free.
 */
type Entered = { leave: () => void } | { again: Date };

export type DeliveryGate = {
  enter(to: { webhookRef: string; tenant: string }, now: Date): Promise<Entered>;
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

export function deliveryGate(mostToWebhook = MAX_TO_ONE_WEBHOOK): DeliveryGate {
  const webhooks = limitEach(mostToWebhook, msOfLastOrOldest);
  const tenants = limitEach(MAX_TO_ONE_TENANT, msOfNewest);
  return {
    enter: async ({ webhookRef, tenant }, now) => {
      const ofWebhook = await webhooks(webhookRef, now);
      if ('again' in ofWebhook) return ofWebhook;
      const ofTenant = await tenants(tenant, now);
      if ('again' in ofTenant) {
        ofWebhook.leave();
        return ofTenant;
      }
      return {
        leave: () => {
          ofWebhook.leave();
          ofTenant.leave();
        },
      };
    },
  };
}

/** At most `most` at once under each name. */
function limitEach(
  most: number,
  expectedMs: (place: Place) => number,
): (name: string, now: Date) => Promise<Entered> {
  const places = new Map<string, Place>();
  const leave = (name: string, place: Place, visit: Visit): void => {
    place.tookMs = performance.now() - visit.begunMs;
    place.underWay.delete(visit);
    // A waiting delivery takes over the place.
    place.waiting.shift()?.(begin(place));
    if (place.underWay.size === 0) places.delete(name);
  };
  return async (name, now) => {
    const known = places.get(name);
    const place = known ?? { underWay: new Set(), waiting: [], tookMs: 0, lastAgainMs: 0 };
    places.set(name, place);
    const visit =
      place.underWay.size < most ? begin(place) : await turn(place, expectedMs(place) / most);
    return visit === null
      ? { again: turnAway(place, now.getTime(), expectedMs(place) / most) }
      : { leave: () => leave(name, place, visit) };
  };
}

function begin(place: Place): Visit {
  const visit = { begunMs: performance.now() };
  place.underWay.add(visit);
  return visit;
}

/** Null when nobody leaves in time. Nobody waits where a place is expected to take longer than that. */
function turn(place: Place, placeMs: number): Promise<Visit | null> | null {
  if (placeMs > WAIT_MS) return null;
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

function turnAway(place: Place, nowMs: number, placeMs: number): Date {
  const afterLast = place.lastAgainMs + placeMs;
  place.lastAgainMs = Math.min(Math.max(afterLast, nowMs + AGAIN_MS.least), nowMs + AGAIN_MS.most);
  return new Date(place.lastAgainMs);
}

/** How long a delivery to one receiver is expected to take: as long as the last, or as the oldest under way. */
function msOfLastOrOldest({ underWay, tookMs }: Place): number {
  const [oldest] = underWay;
  return Math.max(tookMs, ageMs(oldest));
}

/** The same among several receivers, of which one may be silent: the newest ages only while none of them ends. */
function msOfNewest({ underWay }: Place): number {
  return ageMs([...underWay].at(-1));
}

function ageMs(visit: Visit | undefined): number {
  return visit === undefined ? 0 : performance.now() - visit.begunMs;
}
