/** Deliveries to one webhook that may be under way at once in this process: a slow receiver leaves room for the others. */
export const MOST_TO_ONE_WEBHOOK = 6;

export type DeliveryGate = {
  /** What to call afterwards; null when the webhook has as many under way as it may have. */
  enter(webhookRef: string): (() => void) | null;
};

export function deliveryGate(most = MOST_TO_ONE_WEBHOOK): DeliveryGate {
  const underWay = new Map<string, number>();
  return {
    enter: (webhookRef) => {
      const count = underWay.get(webhookRef) ?? 0;
      if (count >= most) return null;
      underWay.set(webhookRef, count + 1);
      return () => {
        const left = (underWay.get(webhookRef) ?? 1) - 1;
        if (left > 0) underWay.set(webhookRef, left);
        else underWay.delete(webhookRef);
      };
    },
  };
}
