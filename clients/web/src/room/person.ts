export type ConnectionGrade = 'good' | 'poor' | 'lost' | 'unknown';

/** A guest as the room shows one. `videoRef` changes when another picture has to be attached. */
export type Person = {
  ref: string;
  name: string;
  isSelf: boolean;
  microphoneOn: boolean;
  videoRef: string | null;
  speaking: boolean;
  connection: ConnectionGrade;
  joinedAtMs: number;
};

/** In the order of arrival, oneself last: nobody's tile moves when somebody speaks. */
export function inGridOrder(people: readonly Person[]): Person[] {
  return people.toSorted((a, b) => Number(a.isSelf) - Number(b.isSelf) || byArrival(a, b));
}

/** Oneself first, then in the order of arrival. */
export function inListOrder(people: readonly Person[]): Person[] {
  return people.toSorted((a, b) => Number(b.isSelf) - Number(a.isSelf) || byArrival(a, b));
}

function byArrival(a: Person, b: Person): number {
  return a.joinedAtMs - b.joinedAtMs || (a.ref < b.ref ? -1 : 1);
}
