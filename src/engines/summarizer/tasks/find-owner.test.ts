import { expect, it } from 'vitest';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';
import { findOwner } from './find-owner.ts';
import { findOwners } from './owner-names.ts';

it.each([
  ["If they haven't answered by Tuesday, please call Ms. Brandt.", 'Bob'],
  ["I'll please them and call Ms. Brandt.", 'Anna'],
  ['Please let me finish the slides by Monday.', 'Anna'],
  ['Let me please send you the slides tomorrow.', 'Anna'],
  ['Please let me know the price by Monday.', 'Bob'],
  ['Bob, would you mind sending me the slides by Monday?', 'Bob'],
  ['Call Ms. Brandt, I must not forget that.', 'Anna'],
  ['As far as I know Bob will call Ms. Brandt.', 'Bob'],
  ["I'll ask whether Bob will call Ms. Brandt.", 'Anna'],
])(
  'of %s, which Anna says and the network takes for her own task, %s is the owner',
  (said, owner) => {
    const sentences = spokenLines([`A: ${said}`, 'B: Okay.']);
    const owners = findOwners([
      { speakerRef: 'A', displayName: 'Anna' },
      { speakerRef: 'B', displayName: 'Bob' },
    ]);
    const [sentence] = sentences;
    const reading = { decides: 0, settles: 0, tasks: 1, doer: 'speaker', antecedents: [] } as const;
    const meeting = {
      sentences,
      owners,
      language: 'en',
      longTalk: null,
      today: null,
      told: [],
      acts: [],
      readings: [],
    };
    const askAbout = () => Promise.reject(new Error('Nothing is asked here'));
    if (sentence === undefined) throw new Error('Nobody said anything');
    expect(
      findOwner(sentence, { ...reading, state: new Float32Array() }, { ...meeting, askAbout }),
    ).toBe(owner);
  },
);

it.each([
  ["Tomorrow I'll call the customers.", 'Ann'],
  ["The customs are done, so I'll print the article.", 'Ann'],
  ['I will bring the cart.', 'Ann'],
  ["Will the van come, or I'll walk.", 'Ann'],
  ['Tom calls the customers.', 'Tom'],
  ['Will, call the customers.', 'Will'],
  ['The customers like Will.', 'Will'],
  ['Will sends the deck.', 'Will'],
  ["Mark's sending the deck.", 'Mark Berg'],
  ["Mark will do that, I'll help.", 'Mark Berg'],
  ["Mark the spots, and I'll print them.", 'Ann'],
])('in a long talk, a name is found as a whole word only: %s', (said, owner) => {
  const speakers = [
    { speakerRef: 'A', displayName: 'Ann' },
    { speakerRef: 'T', displayName: 'Tom' },
    { speakerRef: 'W', displayName: 'Will' },
    { speakerRef: 'M', displayName: 'Mark Berg' },
    { speakerRef: 'E', displayName: '🙂' },
  ];
  const sentences = spokenLines([`A: ${said}`]);
  const [sentence] = sentences;
  if (sentence === undefined) throw new Error('Nobody said anything');
  const longTalk = { decisions: [0], tasks: [0], readable: [0], worth: [1] };
  const reading = { decides: 0, settles: 0, tasks: 1, doer: 'nobody', antecedents: [] } as const;
  const meeting = {
    sentences,
    language: 'en',
    longTalk,
    owners: findOwners(speakers),
    today: null,
    told: [],
    acts: [],
    readings: [],
    askAbout: () => Promise.reject(new Error('Nothing is asked here')),
  };
  expect(findOwner(sentence, { ...reading, state: new Float32Array() }, meeting)).toBe(owner);
});
