import type { DeviceKind, DeviceError } from '../devices/device-error.ts';
import type { WaitingRoom } from '../../../../contract/generated/guest-api.ts';
import { hasHandUp, type Person } from '../people/person.ts';

const MAX_NOTICES = 5;
const MERGE_MS = 3000;
const MAX_NAMES = 50;
const SHOWN_MS = 6000;
/** For notices that ask the guest to do something: they are longer, and take longer to read. */
const ERROR_SHOWN_MS = 15_000;
const MAX_SHOWN = 2;
const PASSING: ReadonlySet<NoticeContent['kind']> = new Set([
  'people_joined',
  'people_left',
  'chat_from',
  'hands_raised',
  'screens_shared',
  'people_waiting',
  'made_host',
  'made_guest',
  'transcribed',
  'reconnected',
]);
/** Shown in the banner instead, for as long as they last. */
const IN_BANNER: ReadonlySet<NoticeContent['kind']> = new Set([
  'reconnecting',
  'offline',
  'sound_blocked',
]);

/** Something that happened. Shown once as a toast and read once by screen readers. */
export type Notice = { id: number; atMs: number; content: NoticeContent };
/** What happened to the guest's devices in the meeting. */
export type DeviceNotice =
  | 'screen_failed'
  | 'microphone_changed'
  | 'camera_changed'
  | 'microphone_silent'
  | 'talking_muted'
  | 'microphone_interrupted';
/** What a host did, or the result of this host's own action. */
export type HostNotice =
  | 'made_host'
  | 'made_guest'
  | 'muted_by_host'
  | 'camera_off_by_host'
  | 'screen_stopped_by_host'
  | 'locked_by_host'
  | 'host_action_failed'
  | 'meeting_full';

type NamesKind =
  | 'people_joined'
  | 'people_left'
  | 'people_waiting'
  | 'chat_from'
  | 'hands_raised'
  | 'screens_shared';
export type NoticeContent =
  | { kind: NamesKind; names: readonly string[] }
  | { kind: 'transcribed' }
  | { kind: 'reconnecting' }
  | { kind: 'offline' }
  | { kind: 'reconnected' }
  | { kind: 'sound_blocked' }
  | { kind: DeviceNotice }
  | { kind: HostNotice }
  | { kind: 'device_failed'; device: DeviceKind; error: DeviceError };

/**
 * Adds a notice. Joins within three seconds of each other are merged into one notice, and so are
 * leaves.
 */
export function addNotice(
  notices: readonly Notice[],
  content: NoticeContent,
  nowMs: number,
): readonly Notice[] {
  const last = notices.at(-1);
  const merged =
    last !== undefined && nowMs - last.atMs < MERGE_MS ? merge(last.content, content) : null;
  if (last !== undefined && merged !== null)
    return [...notices.slice(0, -1), { id: last.id, atMs: nowMs, content: merged }];
  return [...notices, { id: (last?.id ?? 0) + 1, atMs: nowMs, content }].slice(-MAX_NOTICES);
}

/** The notices to show as toasts: at most two, problems with devices first, then the latest. */
export function shownNotices(notices: readonly Notice[], nowMs: number): readonly Notice[] {
  const fresh = notices.filter(({ atMs, content }) => {
    const ageMs = nowMs - atMs;
    return (
      ageMs < (PASSING.has(content.kind) ? SHOWN_MS : ERROR_SHOWN_MS) &&
      !IN_BANNER.has(content.kind)
    );
  });
  const isPassing = ({ content }: Notice) => Number(PASSING.has(content.kind));
  const ranked = [...fresh]
    .sort((a, b) => isPassing(a) - isPassing(b) || b.id - a.id)
    .slice(0, MAX_SHOWN);
  return fresh.filter((notice) => ranked.includes(notice));
}

/** The people who have just started waiting. */
export function noticesOfWaitingRoom(
  before: WaitingRoom | null,
  after: WaitingRoom | null,
): NoticeContent[] {
  const known = new Set(before?.waiting.map(({ participantRef }) => participantRef));
  const names = (after?.waiting ?? [])
    .filter(({ participantRef }) => !known.has(participantRef))
    .map(({ displayName }) => displayName);
  return names.length > 0 ? [{ kind: 'people_waiting', names }] : [];
}

/** The notices for a change of people: others who joined, left or shared a screen; and a change of one's own role. */
export function noticesOfPeopleChange(
  before: readonly Person[],
  after: readonly Person[],
): NoticeContent[] {
  const content: NoticeContent[] = [];
  const joined = othersMissingIn(before, after);
  const left = othersMissingIn(after, before);
  if (left.length > 0) content.push({ kind: 'people_left', names: left });
  if (joined.length > 0) content.push({ kind: 'people_joined', names: joined });
  const sharing = othersMissingIn(before.filter(isSharing), after.filter(isSharing));
  if (sharing.length > 0) content.push({ kind: 'screens_shared', names: sharing });
  // People who arrive with a raised hand raised it earlier.
  const wereHere = after.filter(({ ref }) => before.some((person) => person.ref === ref));
  const raised = othersMissingIn(before.filter(hasHandUp), wereHere.filter(hasHandUp));
  if (raised.length > 0) content.push({ kind: 'hands_raised', names: raised });
  const [was, is] = [before, after].map((people) => people.find(({ isSelf }) => isSelf));
  if (was && is && was.isHost !== is.isHost)
    content.push({ kind: is.isHost ? 'made_host' : 'made_guest' });
  return content;
}

function isSharing({ sharing }: Person): boolean {
  return sharing;
}

function othersMissingIn(some: readonly Person[], people: readonly Person[]): string[] {
  const known = new Set(some.map(({ ref }) => ref));
  return people.filter(({ ref, isSelf }) => !isSelf && !known.has(ref)).map(({ name }) => name);
}

function merge(last: NoticeContent, next: NoticeContent): NoticeContent | null {
  if (last.kind !== next.kind) return null;
  if ('device' in last && 'device' in next && last.device !== next.device) return null;
  if ('names' in last && 'names' in next)
    return { kind: last.kind, names: [...last.names, ...next.names].slice(0, MAX_NAMES) };
  return next;
}
