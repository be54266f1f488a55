/** Whether a name that the caller chose may stand in an answer: short, so that it cannot be a key or a secret. */
export function repeatable(name: string): boolean {
  return /^[\w.$@~/ [\]-]{1,40}$/.test(name);
}
