import type { SameAddress } from '../../core/place/places.ts';

const MAX_GUESTS = 1_000;
const KEPT_MS = 3_600_000;

/**
 * Who came by which link from which address, as far as this process knows: in memory alone, for an hour after the last
 * of them, no more than the last thousand.
 */
export function recentGuests(
  now = Date.now,
): (guestLinkRef: string, address: string) => SameAddress {
  const groups = new Map<string, { participantRefs: string[]; lastAt: number }>();
  return (guestLinkRef, address) => {
    const key = `${guestLinkRef} ${address}`;
    return {
      participantRefs: () => groups.get(key)?.participantRefs ?? [],
      add: (participantRef) => {
        const participantRefs = [...(groups.get(key)?.participantRefs ?? []), participantRef];
        // The map is in the order of the last arrivals: the old ones are in front.
        groups.delete(key);
        for (const [other, { lastAt }] of groups) {
          if (now() - lastAt < KEPT_MS) break;
          groups.delete(other);
        }
        groups.set(key, { participantRefs: participantRefs.slice(-MAX_GUESTS), lastAt: now() });
      },
    };
  };
}
