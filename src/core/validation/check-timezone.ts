// Area/City[/Sub] or UTC. Intl alone would also take offsets and abbreviations.
const FORM = /^(?:UTC|[A-Za-z][A-Za-z_]*(?:\/[A-Za-z0-9][A-Za-z0-9_+-]*){1,2})$/;
const MAX_KNOWN = 2_000;
const known = new Set<string>();

/** Whether it is an IANA time zone name that this runtime knows. */
export function isTimezone(name: string): boolean {
  if (!FORM.test(name)) return false;
  if (known.has(name)) return true;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (known.size < MAX_KNOWN) known.add(name);
  return true;
}
