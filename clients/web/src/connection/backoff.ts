const MAX_RETRY_MS = 8000;
const MIN_RENEWAL_MS = 20_000;
const MAX_RENEWAL_MS = 480_000;

/** How long to wait before try `attempt` (from 0), spread by `chance` (0 to 1) so that a whole room does not ask at once. */
export function retryDelayMs(attempt: number, chance: number): number {
  const base = Math.min(MAX_RETRY_MS, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.75 + chance / 2));
}

/** When to renew a token: after 60 to 80 % of its life. A wrong clock on this device must not make it too late or too often. */
export function renewalDelayMs(expiresAt: string, nowMs: number, chance: number): number {
  const life = Date.parse(expiresAt) - nowMs;
  const wish = Number.isNaN(life) ? MIN_RENEWAL_MS : life * (0.6 + chance * 0.2);
  return Math.round(Math.min(MAX_RENEWAL_MS, Math.max(MIN_RENEWAL_MS, wish)));
}
