/** Tokens, leases and webhook signatures tolerate a few seconds. */
export const MAX_CLOCK_OFF_MS = 5_000;
