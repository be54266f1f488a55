export type ConnectionGrade = 'good' | 'poor' | 'lost' | 'unknown';

export type VideoSource = 'camera' | 'screen';

/**
 * A person in the room. `videoRef` and `screenRef` change when another track must be attached,
 * `microphoneRef` when another one is heard; null while there is none.
 */
export type Person = {
  ref: string;
  name: string;
  isSelf: boolean;
  isHost: boolean;
  /** A program or an app, not this page. */
  isClient: boolean;
  /** Null in meetings that do not ask for consent to transcription. */
  consent: 'given' | 'declined' | null;
  /** Only for oneself, separated by spaces: what a host or the meeting forbids this guest to send. */
  lockedSources: string;
  microphoneOn: boolean;
  microphoneRef: string | null;
  videoRef: string | null;
  /** Shares a screen. `screenRef` is null until its track is received. */
  sharing: boolean;
  screenRef: string | null;
  speaking: boolean;
  connection: ConnectionGrade;
  joinedAtMs: number;
  /** When the hand was raised, by the clock of the service; null while it is down. */
  handRaisedAtMs: number | null;
};

export function videoKey(ref: string, source: VideoSource): string {
  return `${source} ${ref}`;
}

/** Whether both lists hold the same people with the same values. */
export function arePeopleSame(some: readonly Person[], others: readonly Person[]): boolean {
  return some.length === others.length && some.every((person, at) => isSame(person, others[at]));
}

function isSame(person: Person, other: Person | undefined): boolean {
  return (
    other !== undefined &&
    (Object.keys(person) as (keyof Person)[]).every((key) => person[key] === other[key])
  );
}

export const hasHandUp = ({ handRaisedAtMs }: Person): boolean => handRaisedAtMs !== null;

/** By arrival, oneself last: no tile moves when someone speaks. */
export function inGridOrder(people: readonly Person[]): Person[] {
  return [...people].sort((a, b) => Number(a.isSelf) - Number(b.isSelf) || byArrival(a, b));
}

/** Raised hands in the order they went up, then oneself, then the others by arrival. */
export function inListOrder(people: readonly Person[]): Person[] {
  const since = ({ handRaisedAtMs }: Person) => handRaisedAtMs ?? Infinity;
  const byHand = (a: Person, b: Person) => (since(a) === since(b) ? 0 : since(a) - since(b));
  return [...people].sort(
    (a, b) => byHand(a, b) || Number(b.isSelf) - Number(a.isSelf) || byArrival(a, b),
  );
}

export function byArrival(a: Person, b: Person): number {
  return a.joinedAtMs - b.joinedAtMs || (a.ref < b.ref ? -1 : 1);
}
