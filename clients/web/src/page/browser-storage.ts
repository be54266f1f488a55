// A browser may refuse storage (private windows, frames, settings, a full disk). Then the page remembers until it is
// closed or reloaded.
type Area = 'localStorage' | 'sessionStorage';

const refused = new Map<string, string>();

export function readStored(area: Area, key: string): string | null {
  const kept = refused.get(nameOf(area, key));
  if (kept !== undefined) return kept;
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Null deletes. */
export function writeStored(area: Area, key: string, value: string | null): void {
  refused.delete(nameOf(area, key));
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch {
    if (value !== null) refused.set(nameOf(area, key), value);
  }
}

function nameOf(area: Area, key: string): string {
  return `${area} ${key}`;
}
