const MAX_WAIT_SECONDS = 30;
const WAIT = /^wait\s*=\s*(?:"(\d{1,9})"|(\d{1,9}))\s*(?:;.*)?$/i;

/**
 * The seconds of the first `wait` preference (RFC 7240), 30 at most; null when there is none. What
 * is not valid is ignored.
 */
export function readWait(prefer: string | string[] | undefined): number | null {
  for (const preference of [prefer ?? []].flat().join(',').split(',')) {
    const [, quoted, bare] = WAIT.exec(preference.trim()) ?? [];
    const seconds = quoted ?? bare;
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return null;
}
