/** What one check of `parley doctor` found. `fix` says what to do, and is null where nothing is wrong. */
export type Finding = { check: string; found: string; fix: string | null };

export function fine(check: string, found: string): Finding {
  return { check, found, fix: null };
}

export function fault(check: string, found: string, fix: string): Finding {
  return { check, found, fix };
}
