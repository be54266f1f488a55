/**
 * A counter that begins anew after `turn` steps, without its turns: of all counts that `wrapped`
 * may stand for the one nearest to `near`.
 */
export function nearestCount(wrapped: number, near: number, turn: number): number {
  const ahead = (wrapped - (near % turn) + turn) % turn;
  return near + (ahead < turn / 2 ? ahead : ahead - turn);
}
