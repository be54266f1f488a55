const MAX_SENDERS = 500;

export type RateLimit = { burst: number; perSecond: number };
type Bucket = { left: number; atMs: number };

/**
 * Lets through so many messages of one sender and drops the rest before anything is decoded, so that a guest who
 * sends without end costs the others nothing. A sender's allowance grows back by `perSecond` up to `burst`.
 */
export function createRateLimiter({
  burst,
  perSecond,
}: RateLimit): (sender: string, nowMs: number) => boolean {
  const buckets = new Map<string, Bucket>();
  return (sender, nowMs) => {
    const { left, atMs } = buckets.get(sender) ?? { left: burst, atMs: nowMs };
    const now = Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1000) * perSecond);
    const open = now >= 1;
    buckets.delete(sender);
    buckets.set(sender, { left: open ? now - 1 : now, atMs: nowMs });
    if (buckets.size > MAX_SENDERS) buckets.delete(buckets.keys().next().value ?? sender);
    return open;
  };
}
