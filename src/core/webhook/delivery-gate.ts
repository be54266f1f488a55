/**
 * Deliveries to one webhook that may be under way at once in this process, so that a slow receiver
 * leaves room for others.
 */
export const MAX_TO_ONE_WEBHOOK = 6;

// Long enough for a quick receiver to make room.
const WAIT_MS = 100;

export type DeliveryGate = {
  /**
   * The function to call afterwards; null when the webhook has as many under way as it may have and
   * none of them ends soon.
   */
  enter(webhookRef: string): Promise<(() => void) | null>;
};

type Place = { underWay: number; waiting: (() => void)[] };

export function deliveryGate(most = MAX_TO_ONE_WEBHOOK, waitMs = WAIT_MS): DeliveryGate {
  const places = new Map<string, Place>();
  const leave = (webhookRef: string, place: Place): void => {
    const next = place.waiting.shift();
    // A waiting delivery takes over the place.
    if (next) return next();
    place.underWay -= 1;
    if (place.underWay === 0) places.delete(webhookRef);
  };
  return {
    enter: async (webhookRef) => {
      const place = places.get(webhookRef) ?? { underWay: 0, waiting: [] };
      places.set(webhookRef, place);
      if (place.underWay < most) place.underWay += 1;
      else if (!(await turn(place, waitMs))) return null;
      return () => leave(webhookRef, place);
    },
  };
}

/** False when nobody left in time. */
function turn(place: Place, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const mine = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      place.waiting.splice(place.waiting.indexOf(mine), 1);
      resolve(false);
    }, waitMs);
    place.waiting.push(mine);
  });
}
