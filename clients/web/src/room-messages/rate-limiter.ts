const MAX_SENDERS = 500;

export type RateLimit = { burst: number; perSecond: number };
type Bucket = { left: number; atMs: number };

/**
 * A token bucket for each sender, refilled by `perSecond` up to `burst`. Excess messages are
 * dropped before they are decoded, so that a guest who floods the room costs the others nothing.
 */
export function createRateLimiter({
  burst,
  perSecond,
}: RateLimit): (sender: string, nowMs: number) => boolean {
  const buckets = new Map<string, Bucket>();
  return (sender, nowMs) => {
    const { left, atMs } = buckets.get(sender) ?? { left: burst, atMs: nowMs };
    const now = Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1000) * perSecond);
    const passes = now >= 1;
    buckets.delete(sender);
    buckets.set(sender, { left: passes ? now - 1 : now, atMs: nowMs });
    if (buckets.size > MAX_SENDERS) buckets.delete(buckets.keys().next().value ?? sender);
    return passes;
  };
}
