import type { DeviceKind, DeviceTrouble } from '../devices/device-trouble.ts';
import type { Person } from '../people/person.ts';

const NOTICES_MAX = 5;
const MERGE_MS = 3000;
const NAMES_MAX = 50;
const SHOWN_MS = 6000;
/** What a guest has to do something about is longer, and is read to its end. */
const TROUBLE_SHOWN_MS = 15_000;
const SHOWN_MAX = 2;
const PASSING: ReadonlySet<Said['kind']> = new Set([
  'people_joined',
  'people_left',
  'chat_from',
  'hands_raised',
  'screens_shared',
  'transcribed',
  'reconnected',
]);
/** Eyes see these in the banner for as long as they last. */
const IN_BANNER: ReadonlySet<Said['kind']> = new Set(['reconnecting', 'sound_blocked']);

/** Something that happened and is said once, to eyes and to screen readers. */
export type Notice = { id: number; atMs: number; said: Said };
/** What happened to the guest's own devices in the meeting. */
export type DeviceNews =
  | 'screen_trouble'
  | 'microphone_changed'
  | 'camera_changed'
  | 'microphone_silent'
  | 'talking_muted'
  | 'microphone_interrupted';
export type NamesKind =
  'people_joined' | 'people_left' | 'chat_from' | 'hands_raised' | 'screens_shared';
export type Said =
  | { kind: NamesKind; names: readonly string[] }
  | { kind: 'transcribed' }
  | { kind: 'reconnecting' }
  | { kind: 'reconnected' }
  | { kind: 'sound_blocked' }
  | { kind: DeviceNews }
  | { kind: 'device_trouble'; device: DeviceKind; trouble: DeviceTrouble };

/** Joins that follow each other within three seconds become one notice, and so do leaves: a crowd is one sentence. */
export function addNotice(
  notices: readonly Notice[],
  said: Said,
  nowMs: number,
): readonly Notice[] {
  const last = notices.at(-1);
  const merged = last !== undefined && nowMs - last.atMs < MERGE_MS ? merge(last.said, said) : null;
  if (last !== undefined && merged !== null)
    return [...notices.slice(0, -1), { id: last.id, atMs: nowMs, said: merged }];
  return [...notices, { id: (last?.id ?? 0) + 1, atMs: nowMs, said }].slice(-NOTICES_MAX);
}

/** What eyes see for a while: of more than two, what is wrong with the guest's own devices, then the latest. */
export function shownNotices(notices: readonly Notice[], nowMs: number): readonly Notice[] {
  const fresh = notices.filter(({ atMs, said }) => {
    const ageMs = nowMs - atMs;
    return (
      ageMs < (PASSING.has(said.kind) ? SHOWN_MS : TROUBLE_SHOWN_MS) && !IN_BANNER.has(said.kind)
    );
  });
  const passes = ({ said }: Notice) => Number(PASSING.has(said.kind));
  const ranked = fresh.toSorted((a, b) => passes(a) - passes(b) || b.id - a.id).slice(0, SHOWN_MAX);
  return fresh.filter((notice) => ranked.includes(notice));
}

/** What a change among the people is worth saying: others who came, others who went. */
export function sayPeopleChange(before: readonly Person[], after: readonly Person[]): Said[] {
  const said: Said[] = [];
  const joined = othersMissingIn(before, after);
  const left = othersMissingIn(after, before);
  if (left.length > 0) said.push({ kind: 'people_left', names: left });
  if (joined.length > 0) said.push({ kind: 'people_joined', names: joined });
  const sharing = othersMissingIn(before.filter(isSharing), after.filter(isSharing));
  if (sharing.length > 0) said.push({ kind: 'screens_shared', names: sharing });
  return said;
}

function isSharing({ sharing }: Person): boolean {
  return sharing;
}

function othersMissingIn(some: readonly Person[], people: readonly Person[]): string[] {
  const known = new Set(some.map(({ ref }) => ref));
  return people.filter(({ ref, isSelf }) => !isSelf && !known.has(ref)).map(({ name }) => name);
}

function merge(last: Said, next: Said): Said | null {
  if (last.kind !== next.kind) return null;
  if ('names' in last && 'names' in next)
    return { kind: last.kind, names: [...last.names, ...next.names].slice(0, NAMES_MAX) };
  return next;
}
