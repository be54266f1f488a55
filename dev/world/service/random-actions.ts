// The actions of a random life of a meeting, for property tests.
import fc from 'fast-check';

type PlainAction = {
  do:
    | 'join'
    | 'media_down'
    | 'media_up'
    | 'media_restart'
    | 'expire_rooms'
    | 'work'
    | 'reconcile'
    | 'end'
    | 'cancel'
    | 'revoke'
    | 'scribe_dies';
};
export type Action =
  | PlainAction
  | { do: 'connect' | 'say_connected' | 'leave' | 'renew' | 'disconnect'; who: number }
  | { do: 'tell'; which: number; how: 'once' | 'twice' | 'again_later' | 'never' }
  | { do: 'wait'; seconds: number };

const who = fc.nat({ max: 2 });
const simple = (...names: PlainAction['do'][]) =>
  fc.constantFrom(...names).map((name): Action => ({ do: name }));
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: simple('join') },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('connect', 'say_connected', 'leave', 'renew', 'disconnect'),
      who,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('tell'),
      which: fc.nat({ max: 5 }),
      how: fc.constantFrom('once', 'once', 'twice', 'again_later', 'never'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      seconds: fc.constantFrom(1, 10, 30, 59, 61, 121, 601, 3_600, 90_000),
    }),
  },
  // The clock is set: back a little, as NTP does, or far, as people do.
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      seconds: fc.constantFrom(-1, -5, -45, -700, -90_000, 4_000_000),
    }),
  },
  { weight: 4, arbitrary: simple('work', 'reconcile') },
  { weight: 2, arbitrary: simple('media_down', 'media_up', 'media_restart', 'expire_rooms') },
  { weight: 1, arbitrary: simple('end', 'cancel', 'revoke', 'scribe_dies') },
);
export const step = fc.record({
  action,
  kill: fc.option(
    fc.record({ afterTransactions: fc.integer({ min: 1, max: 3 }), committed: fc.boolean() }),
    { freq: 6, nil: null },
  ),
});
const held: Action[] = [{ do: 'join' }, { do: 'connect', who: 0 }, { do: 'say_connected', who: 0 }];
/** Purely random actions would rarely start a meeting. */
export const beginning = fc
  .constantFrom<Action[]>(
    [],
    [{ do: 'join' }],
    [{ do: 'join' }, { do: 'connect', who: 0 }],
    ...Array.from({ length: 5 }, () => held),
  )
  .map((actions) => actions.map((what) => ({ action: what, kill: null })));
