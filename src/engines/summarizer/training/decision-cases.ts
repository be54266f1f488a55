// Short dialogues that decide something or nothing:
// src/engines/summarizer/training/fit-decisions.ts learns from them.

export type DecisionCase = {
  /** `A: text`; the letter is the speaker. */
  readonly lines: readonly string[];
  readonly decision: string | null;
};

const saidAlone: readonly (readonly [string, string])[] = [
  ['We decided to ship the new release on Friday.', 'Ship the new release on Friday'],
  ['So we have decided to hire two testers.', 'Hire two testers'],
  ['We agreed that the office stays closed on Mondays.', 'The office stays closed on Mondays'],
  ['We all agreed to use the blue logo.', 'Use the blue logo'],
  ["It's decided, the launch moves to May.", 'The launch moves to May'],
  ['The decision is to keep the old supplier.', 'Keep the old supplier'],
  ['Decision: no meetings on Wednesdays.', 'No meetings on Wednesdays'],
  ["Okay, we'll go with option two.", 'Go with option two'],
  ["We're going with the cheaper hotel.", "We're going with the cheaper hotel"],
  ['Okay, so we will freeze the code on Thursday.', 'Freeze the code on Thursday'],
  ["Alright, then let's cancel the workshop.", 'Cancel the workshop'],
  ['We decided not to renew the contract.', 'We decided not to renew the contract'],
  ["Okay, so we won't support old browsers.", "We won't support old browsers"],
  ['The budget is approved.', 'The budget is approved'],
  ["The interview runs on Monday, that's final.", 'The interview runs on Monday'],
  ['we decided to ship the release on friday', 'Ship the release on friday'],
];

const saidInVain: readonly string[] = [
  "We've decided in our family that there are no phones at the table.",
  'We did not decide on the office move.',
  "We haven't decided yet.",
  'We never agreed on that.',
  'We still need to decide on the colour.',
  "Let's decide that next week.",
  "We can't agree on the price.",
  'Did we decide to ship on Friday?',
  'Should we go with Postgres?',
  "If the tests pass, we'll go with Friday.",
  'We would go with Postgres.',
  'Maybe we will hire a designer.',
  'I wish we had decided to wait.',
  'I hope we agreed on the right thing.',
  'Last year we decided to skip the conference.',
  'They decided to close the shop.',
  'He said we agreed to pay.',
  "Okay, let's get started.",
  "So let's move on to the next item.",
  "Okay, we'll see.",
  'So we will talk about that tomorrow.',
  'I think we should use the blue logo.',
  'Unless somebody objects, we will cancel the trip.',
  'We will probably move to Berlin.',
  'When we decide on the date, I will tell you.',
  'Decide on a plan before the summer.',
];

const accepted: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['A: I propose we move the launch to June.', 'B: Agreed.'], ['Move the launch to June']],
  [['A: Should we buy the bigger van?', 'B: Yes, do it.'], ['Buy the bigger van']],
  [
    [
      'A: We could rent a tent for the party.',
      'B: Nice, but where?',
      "A: In town. Okay, it's decided.",
    ],
    ['Rent a tent for the party'],
  ],
];

const notAccepted: readonly (readonly [readonly string[]])[] = [
  [['A: I propose we move the launch to June.', "B: I don't think so."]],
  [['A: How about we skip the meeting?', 'B: Hmm, what would Carol say?']],
  [["A: Okay, let's cancel the workshop.", "B: No, that's too early."]],
  [['A: I propose we move the launch to June.', 'A: Agreed?', 'B: No.']],
];

const settled: readonly (readonly [string, readonly string[], string])[] = [
  [
    'a date that closes',
    [
      'A: When do we start?',
      'B: Does the twentieth of April work?',
      'A: Yes.',
      'B: The twentieth of April it is, then.',
    ],
    'The twentieth of April',
  ],
  [
    'a proposal said again',
    [
      'A: What if we hire one now and one after the round?',
      'B: I like that.',
      'A: Okay. One now, one after the round.',
      'B: Cool.',
    ],
    'One now, one after the round',
  ],
  [
    'words said again and accepted',
    [
      'A: When would be better?',
      'B: Nine thirty?',
      'C: Works for me.',
      'A: Alright, nine thirty from next week.',
    ],
    'Nine thirty from next week',
  ],
  [
    'a way of doing it',
    [
      'A: Put a note on each bicycle and sell the rest.',
      'B: I am in favour.',
      'A: Okay then we do it that way.',
    ],
    'Put a note on each bicycle and sell the rest',
  ],
  [
    'what we do, after assent',
    [
      'A: She is worth the business class.',
      "B: All right, I won't object.",
      'A: So we pay the business class.',
    ],
    'We pay the business class',
  ],
  [
    'staying with something',
    ["A: So we're staying with one track.", 'B: Absolutely.'],
    "We're staying with one track",
  ],
  [
    'a courtesy that is no condition',
    ["A: We're going with the vinyl planks if that's okay.", 'B: Sure.'],
    "We're going with the vinyl planks",
  ],
  [
    'what it is, with its bounds',
    ['A: Blue or red, for the shutters?', 'B: Red it is, doors only.', 'A: Happy days.'],
    'Red it is, doors only',
  ],
  [
    'one clause of a run-on',
    [
      'A: what about the lamps',
      'B: okay then we take the red lamps for the hall i will order them tomorrow',
      'A: agreed',
    ],
    'We take the red lamps for the hall',
  ],
  [
    'told in so many words, beside a task',
    [
      'A: Good morning, everyone. Thank you for joining the meeting today.',
      'B: I agree with you.',
      'A: We decided to release a new version on Friday.',
      'B: The numbers look good to me.',
      'A: I will send the report to the team by Tuesday.',
    ],
    'Release a new version on Friday',
  ],
  [
    'what is told to be decided amid other talk',
    [
      'A: Thank you for joining the meeting today.',
      'A: The new version looks much better than the old version.',
      'A: We decided to release the new version on Friday.',
      'B: Many people will be happy to see it.',
      'B: It has been tested for three weeks.',
      'A: I will send the report to the team by Tuesday.',
    ],
    'Release the new version on Friday',
  ],
  [
    'what is told to be decided in a talk of which the recogniser misheard the rest',
    [
      'A: George Morgan, every one.',
      'B: I agree with you.',
      'A: Thank you for joining the meeting today.',
      'B: The new version looks much better than the old version.',
      'A: We decided to release the new version on Friday.',
      'B: Many people will be happy to see it.',
      'A: It has been tested for three weeks.',
      'B: I have no more questions for today.',
      'A: I will send the report to the team by Tuesday.',
      'B: Thank you and see you next week.',
      'A: I think not listen, Mary God glad. After that we can look at the number again.',
    ],
    'Release the new version on Friday',
  ],
  [
    'told in so many words, of what was spoken of before',
    [
      'A: Hello everyone, today we talk about the budget.',
      'B: We have ten thousand left.',
      'A: We decided to spend it on training.',
      'B: Good idea.',
    ],
    'Spend it on training (the budget)',
  ],
  [
    'told in so many words, before a task',
    [
      'A: We decided to ship the new release on Friday.',
      'B: Great.',
      'A: I will send the report to the customers by Tuesday.',
    ],
    'Ship the new release on Friday',
  ],
  [
    'a question that is answered and done at once',
    ['A: Should we cancel the trade fair?', "B: Yes, let's cancel it.", 'A: Okay, cancelled.'],
    'Cancel it (the trade fair)',
  ],
  [
    'an answer that says do it',
    ['A: Can we just buy a new printer?', 'B: We have the money. Okay, do it.'],
    'Buy a new printer',
  ],
];

/** Told in so many words, and what the next one says to it, which settles nothing more. */
const welcomed: readonly (readonly [said: string, welcome: string, decision: string])[] = [
  ['We decided to ship the new release on Friday.', 'Great.', 'Ship the new release on Friday'],
  ['We decided to move the launch to June.', 'Okay.', 'Move the launch to June'],
  [
    'We have agreed to use Postgres for the new service.',
    'Perfect.',
    'Use Postgres for the new service',
  ],
  [
    'We have decided that the office will be closed on Monday.',
    'Thanks for letting us know.',
    'The office will be closed on Monday',
  ],
  ['So we will launch on the first of March.', 'Perfect.', 'Launch on the first of March'],
  ['It is decided, we will hire two engineers.', 'Great news.', 'Hire two engineers'],
];

const notSettled: readonly (readonly [string, readonly string[]])[] = [
  ['a fragment nobody answered', ['A: One now, one after the round.', 'B: What do you mean?']],
  ['words that nobody said before', ['A: Hello.', 'B: Okay. Blue curtains.', 'A: Cool.']],
  [
    'an answer to what if',
    ['A: And if the index is slow, what do we do?', 'B: Then we roll back.', 'A: Okay.'],
  ],
  ['what we have', ['A: Okay.', 'B: So we have a hundred submissions.', 'A: Great.']],
  ['what we did', ['A: Okay.', 'B: So we tested the pump.', 'A: Great.']],
  ['how it is', ['A: Okay.', 'B: I know what it is.']],
];

export const decisionCases: readonly DecisionCase[] = [
  ...saidAlone.map(([said, decision]) => ({ lines: [`A: ${said}`], decision })),
  ...saidInVain.map((said) => ({ lines: [`A: ${said}`], decision: null })),
  ...accepted.map(([lines, [decision = null]]) => ({ lines, decision })),
  ...notAccepted.map(([lines]) => ({ lines, decision: null })),
  ...settled.map(([, lines, decision]) => ({ lines, decision })),
  ...welcomed.map(([said, welcome, decision]) => ({
    lines: [`A: ${said}`, `B: ${welcome}`],
    decision,
  })),
  ...notSettled.map(([, lines]) => ({ lines, decision: null })),
];
