import type { MeetingOptions } from '../../../contract/generated/api.ts';
import type { GuestLinkRow } from '../../store/guest-link.ts';

type Link = Pick<GuestLinkRow, 'role' | 'admission'>;
type Options = Pick<MeetingOptions, 'admission' | 'joinBeforeHost'>;

/** Whether a newcomer by this link joins at once (P0) or waits (P1). Pure. */
export function entryOf(
  link: Link,
  options: Options,
  { hostIsPresent }: { hostIsPresent: boolean },
): 'admitted' | 'waiting' {
  if (link.role === 'host') return 'admitted';
  if (needsHost(options, { hostIsPresent })) return 'waiting';
  return (link.admission ?? options.admission) === 'ask' ? 'waiting' : 'admitted';
}

/** Whether guests wait for a host to come. */
export function needsHost(
  options: Options,
  { hostIsPresent }: { hostIsPresent: boolean },
): boolean {
  return !options.joinBeforeHost && !hostIsPresent;
}
