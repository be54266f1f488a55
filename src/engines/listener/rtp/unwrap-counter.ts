/**
 * Unwraps a counter that restarts after `steps` steps: of all counts that `wrapped` may represent,
 * returns the one nearest to `near`.
 */
export function nearestCount(wrapped: number, near: number, steps: number): number {
  const ahead = (wrapped - (near % steps) + steps) % steps;
  return near + (ahead < steps / 2 ? ahead : ahead - steps);
}
