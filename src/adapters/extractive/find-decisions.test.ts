import { describe, expect, it } from 'vitest';
import { findDecisions } from './find-decisions.ts';
import { cutSentences } from './sentences.ts';

/** Lines are `A: text`; the letter is the speaker. */
function decisionsIn(...lines: string[]): string[] {
  const segments = lines.map((line, at) => ({
    segmentRef: `sg_${at}`,
    speakerRef: line.slice(0, 1),
    startMs: at * 5000,
    endMs: at * 5000 + 4000,
    text: line.slice(3),
    languageCode: null,
  }));
  return findDecisions(cutSentences(segments)).map((decision) => decision.text);
}

describe('one sentence that decides', () => {
  it.each([
    ['We decided to ship the new release on Friday.', 'Ship the new release on Friday'],
    ['So we have decided to hire two testers.', 'Hire two testers'],
    ['We agreed that the office stays closed on Mondays.', 'The office stays closed on Mondays'],
    ['We all agreed to use the blue logo.', 'Use the blue logo'],
    ["It's decided, the launch moves to May.", 'The launch moves to May'],
    ['The decision is to keep the old supplier.', 'Keep the old supplier'],
    ['Decision: no meetings on Wednesdays.', 'No meetings on Wednesdays'],
    ["Let's go with Postgres.", 'Go with Postgres'],
    ["Okay, we'll go with option two.", 'Go with option two'],
    ["We're going with the cheaper hotel.", "We're going with the cheaper hotel"],
    ['Okay, so we will freeze the code on Thursday.', 'Freeze the code on Thursday'],
    ["Alright, then let's cancel the workshop.", 'Cancel the workshop'],
    ['We decided not to renew the contract.', 'We decided not to renew the contract'],
    ["Okay, so we won't support old browsers.", "We won't support old browsers"],
    ['The budget is approved.', 'The budget is approved'],
    ['The team decided to hire a designer.', 'Hire a designer'],
    ["The interview runs on Monday, that's final.", 'The interview runs on Monday'],
    ['we decided to ship the release on friday', 'Ship the release on friday'],
  ])('%s', (said, decision) => {
    expect(decisionsIn(`A: ${said}`)).toEqual([decision]);
  });
});

describe('one sentence that does not decide', () => {
  it.each([
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
  ])('%s', (said) => {
    expect(decisionsIn(`A: ${said}`)).toEqual([]);
  });
});

describe('a proposal', () => {
  it.each([
    [['A: I propose we move the launch to June.', 'B: Agreed.'], ['Move the launch to June']],
    [['A: How about we skip the meeting on Friday?', 'B: Sounds good.'], ['Skip the meeting on Friday']],
    [["A: Let's use the big room.", "B: Yes, let's do that."], ['Use the big room']],
    [['A: Should we buy the bigger van?', 'B: Yes, do it.'], ['Buy the bigger van']],
    [['A: We could rent a tent for the party.', 'B: Nice, but where?', "A: In town. Okay, it's decided."], ['Rent a tent for the party']],
  ])('is decided by its answer: %j', (lines, expected) => {
    expect(decisionsIn(...lines)).toEqual(expected);
  });

  it.each([
    [['A: I propose we move the launch to June.', "B: I don't think so."]],
    [['A: How about we skip the meeting?', 'B: Hmm, what would Carol say?']],
    [["A: Okay, let's cancel the workshop.", "B: No, that's too early."]],
    [['A: I propose we move the launch to June.', 'A: Agreed?', 'B: No.']],
  ])('is not decided without a yes: %j', (lines) => {
    expect(decisionsIn(...lines)).toEqual([]);
  });
});
