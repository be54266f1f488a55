/**
 * Unwraps a counter that restarts after `turn` steps: of all counts that `wrapped` may represent,
 * returns the one nearest to `near`.
 */
export function nearestCount(wrapped: number, near: number, turn: number): number {
  const ahead = (wrapped - (near % turn) + turn) % turn;
  return near + (ahead < turn / 2 ? ahead : ahead - turn);
}
