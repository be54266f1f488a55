/** What one check of `parley doctor` found. `mend` says what to do, and is null where nothing is wrong. */
export type Finding = { check: string; found: string; mend: string | null };

export function fine(check: string, found: string): Finding {
  return { check, found, mend: null };
}

export function fault(check: string, found: string, mend: string): Finding {
  return { check, found, mend };
}
