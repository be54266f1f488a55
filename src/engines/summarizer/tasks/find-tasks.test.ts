// Short talks on Friday 20 November 2026, read by the whole pipeline.
import { describe, expect, it } from 'vitest';
import { summaryOf, tasksIn } from '../../../../dev/world/speech/short-talk.ts';

describe('a commitment is a task of the person who makes it', () => {
  it.each([
    [
      "I'll send the report to the customers by Tuesday.",
      'Send the report to the customers | Anna | 2026-11-24',
    ],
    ['I will write the minutes.', 'Write the minutes | Anna | -'],
    ["By Monday I'll update the wiki.", 'Update the wiki | Anna | 2026-11-23'],
    ['Tomorrow I will call the bank.', 'Call the bank | Anna | 2026-11-21'],
    [
      "I'm going to fix the login page before the twelfth.",
      'Fix the login page | Anna | 2026-12-12',
    ],
    ['I can draft the offer by Wednesday.', 'Draft the offer | Anna | 2026-11-25'],
    ["Okay, so, um, I'll I'll book the the room today.", 'Book the room | Anna | 2026-11-20'],
    ["I'll send the notes on Monday, sorry, on Tuesday.", 'Send the notes | Anna | 2026-11-24'],
    ["I'll send the notes on Friday, not Thursday.", 'Send the notes | Anna | 2026-11-27'],
    ["I'll call the bank myself. I'll do it today.", 'Call the bank myself | Anna | 2026-11-20'],
    ['i will send the report by friday', 'Send the report | Anna | 2026-11-27'],
  ])('%s', async (said, task) => {
    expect(await tasksIn([`Anna: ${said}`, 'Bob: Thanks.'])).toEqual([task]);
  });
});

describe('a request is a task of the person asked', () => {
  it.each([
    [
      ['Anna: Bob, can you send the report by Friday?', 'Bob: Sure.'],
      'Send the report | Bob | 2026-11-27',
    ],
    [
      ['Anna: Can you send the report by Friday, Bob?', 'Bob: Yes.'],
      'Send the report | Bob | 2026-11-27',
    ],
    [['Anna: Bob, please order the cables.', 'Bob: Okay.'], 'Order the cables | Bob | -'],
    [
      ['Anna: bob can you order the cables by monday', 'Bob: okay'],
      'Order the cables | Bob | 2026-11-23',
    ],
    [
      ['Anna: Rob, get the list to the lawyers today.', 'Robert: Will do.'],
      'Get the list to the lawyers | Robert | 2026-11-20',
    ],
    [['Anna: Bob will order the cables.', 'Bob: Yes.'], 'Order the cables | Bob | -'],
    [
      ['Anna: Get the list to the lawyers today.', 'Bob: Will do.'],
      'Get the list to the lawyers | Bob | 2026-11-20',
    ],
    [['Anna: Could you paint the wall?', 'Carol: Yes, of course.'], 'Paint the wall | Carol | -'],
    [
      [
        'Bob: The draft contract is ready.',
        "Bob: I'll send it to the customer tomorrow.",
        'Anna: Thanks.',
      ],
      'Send it to the customer (“the draft contract is ready”) | Bob | 2026-11-21',
    ],
  ])('%j', async (lines, task) => {
    expect(await tasksIn(lines)).toEqual([task]);
  });
});

describe('a sentence that names who does what gives each person a task', () => {
  it.each([
    [
      ['Anna: I need to finish the slides by Monday.', 'Bob: Good.'],
      ['Finish the slides | Anna | 2026-11-23'],
    ],
    [
      ["Anna: I've got to renew the licence by Thursday.", 'Bob: Okay.'],
      ['Renew the licence | Anna | 2026-11-26'],
    ],
    [
      ['Bob: Maria is going to call the supplier on Monday.', 'Anna: Good.', 'Maria: Right.'],
      ['Call the supplier | Maria | 2026-11-23'],
    ],
    [
      [
        'Anna: Bob will order the cables and Carol will book the room.',
        'Bob: Fine.',
        'Carol: Yes.',
      ],
      ['Order the cables | Bob | -', 'Book the room | Carol | -'],
    ],
    [
      ['Anna: Bob and Carol will write the report by Friday.', 'Bob: Sure.', 'Carol: Okay.'],
      ['Write the report | Bob | 2026-11-27', 'Write the report | Carol | 2026-11-27'],
    ],
    [
      [
        'Anna: Maria, you take the minutes, and Bob, you book the hotel.',
        'Bob: Okay.',
        'Maria: Okay.',
      ],
      ['Take the minutes | Maria | -', 'Book the hotel | Bob | -'],
    ],
    [
      [
        'Anna: So to recap, Bob sends the contract, Carol checks the figures and I call the bank.',
        'Bob: Right.',
        'Carol: Yes.',
      ],
      ['Send the contract | Bob | -', 'Check the figures | Carol | -', 'Call the bank | Anna | -'],
    ],
    [
      ['Anna: So Bob writes the ad and Carol does the analysis.', 'Bob: Right.', 'Carol: Yes.'],
      ['Write the ad | Bob | -', 'Do the analysis | Carol | -'],
    ],
    [
      [
        'Anna: Action items: Bob, the slides by Friday. Carol, the budget by Monday.',
        'Bob: Yes.',
        'Carol: Okay.',
      ],
      ['The slides | Bob | 2026-11-27', 'The budget | Carol | 2026-11-23'],
    ],
  ])('%j', async (lines, tasks) => {
    expect(await tasksIn(lines)).toEqual(tasks);
  });
});

it('a person named with an apostrophe owns what they will do', async () => {
  expect(
    await tasksIn(["Bob: O'Neill will inform the tenants by Monday.", "Siobhán O'Neill: Okay."]),
  ).toEqual(["Inform the tenants | Siobhán O'Neill | 2026-11-23"]);
});

it('what somebody asks whether to do is a task of theirs, told as one', async () => {
  expect(
    await tasksIn([
      'Leo: Great. Should I write down the goals for next year?',
      'Kim: Yes, please send them to me before our next one-to-one on the 4th.',
      'Leo: Will do.',
    ]),
  ).toEqual(['Write down the goals for next year | Leo | 2026-12-04']);
});

it('a task keeps the day that its own words name, whatever days other tasks are due', async () => {
  const said = [
    ['Ana', "I'll", 'send the tax forms', 'by January 5th', '2027-01-05'],
    ['Ben', "I'll", 'call the bank', 'by the end of the year', '2026-12-31'],
    ['Ana', "I'll", 'order the calendars', 'the day after tomorrow', '2026-11-22'],
    ['Ben', 'I will', 'prepare the budget', 'by the end of next month', '2026-12-31'],
    ['Ana', "I'll", 'talk to the landlord', 'by the end of the year', '2026-12-31'],
    ['Ben', "I'll", 'cancel the old contract', 'by 31 December 2026', '2026-12-31'],
    ['Ana', "I'll", 'renew the domain', 'by March 3', '2027-03-03'],
  ];
  const { actionItems } = await summaryOf(
    said.map(([who, will, task, day]) => `${who}: ${will} ${task} ${day}.`),
  );
  expect(actionItems.map(({ dueDate }) => dueDate)).toEqual(said.map((line) => line.at(-1)));
});

it('a task that names its own thing shows no other task beside it', async () => {
  expect(
    await tasksIn([
      "Anna: I'll write the offer by next Friday.",
      "Bob: I'll call the printer on Monday.",
      "Anna: I'll clean the kitchen this Wednesday.",
      "Bob: I'll check the stock in one week.",
    ]),
  ).toEqual([
    'Write the offer | Anna | 2026-11-27',
    'Call the printer | Bob | 2026-11-23',
    'Clean the kitchen | Anna | 2026-11-25',
    'Check the stock | Bob | 2026-11-27',
  ]);
});

it('what everyone is asked to do is not given to whoever answers', async () => {
  expect(
    await tasksIn([
      'Anna: The new button changes all pages.',
      'Anna: So everyone please check their own pages tomorrow.',
      'Bob: Okay.',
      'Carol: Fine.',
    ]),
  ).toEqual(['Everyone please check their own pages | - | 2026-11-21']);
});

describe('something done immediately in the meeting is not a task', () => {
  it.each([
    'Next slide, please.',
    'Can you share your screen?',
    'Could you speak up a bit?',
    'Could you repeat that, please?',
    'Let me check the calendar, December 9 at 6 p.m.',
    'Bob, can you mute yourself?',
    "I'll give you a minute to read it.",
    "I'll come back to that later.",
  ])('%s', async (said) => {
    expect(await tasksIn([`Anna: ${said}`, 'Bob: Sure.'])).toEqual([]);
  });
});

describe('no task', () => {
  it.each([
    "If it rains, I'll cancel the picnic.",
    "I won't send the report.",
    "I'll be honest, it is hard.",
    "I'll think about it.",
    "I'll tell you what happened.",
    "I'll see you tomorrow.",
    "I'll share my screen.",
    "I said I'll send the report.",
    'I sent the report yesterday.',
    'I wish I could fix the roof.',
    'Can you hear me?',
    'Could you tell us about your work?',
    'Somebody should fix the door.',
    'Bob said he will send the report.',
    'since monday i have to send the report by hand',
  ])('%s', async (said) => {
    expect(await tasksIn([`Anna: ${said}`, 'Bob: Yes.'])).toEqual([]);
  });
});
