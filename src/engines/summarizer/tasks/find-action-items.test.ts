import { describe, expect, it } from 'vitest';
import { writeDay } from '../dates/calendar.ts';
import { findActionItems } from './find-action-items.ts';
import { mergeTasks } from '../decisions/merge-restatements.ts';
import { findOwners } from './resolve-owner.ts';
import { spokenLines } from '../../../../dev/world/speech/spoken-lines.ts';

const FRIDAY = Date.UTC(2026, 10, 20);
const OWNERS = findOwners([
  { speakerRef: 'A', displayName: 'Anna' },
  { speakerRef: 'B', displayName: 'Bob' },
  { speakerRef: 'C', displayName: 'Carol' },
]);

/** `text | owner | date`, one a task. Lines are `A: text`; A is Anna, B is Bob, C is Carol. */
function tasksIn(...lines: string[]): string[] {
  return mergeTasks(findActionItems(spokenLines(lines), OWNERS, FRIDAY)).map(
    ({ text, ownerDisplayName, dueDay }) =>
      `${text} | ${ownerDisplayName ?? '-'} | ${dueDay === null ? '-' : writeDay(dueDay)}`,
  );
}

describe('one who undertakes', () => {
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
    [
      'Let me check with legal about the contract.',
      'Check with legal about the contract | Anna | -',
    ],
    ['I can draft the offer by Wednesday.', 'Draft the offer | Anna | 2026-11-25'],
    ['I need to finish the slides by Monday.', 'Finish the slides | Anna | 2026-11-23'],
    ["Okay, so, um, I'll I'll book the the room today.", 'Book the room | Anna | 2026-11-20'],
    [
      "I'll see if the supplier can deliver earlier and I'll order the parts.",
      'Order the parts | Anna | -',
    ],
    ['I print the forms on Monday.', 'Print the forms | Anna | 2026-11-23'],
    ["it's two hours of work i print the signs on monday", 'Print the signs | Anna | 2026-11-23'],
    ["I'll say this to the sales team today.", 'Say this to the sales team | Anna | 2026-11-20'],
    ["I'll go over and tell the neighbours.", 'Go over and tell the neighbours | Anna | -'],
    ['Yes, I make the variants this afternoon.', 'Make the variants | Anna | 2026-11-20'],
    ["I'll start the migration tomorrow.", 'Start the migration | Anna | 2026-11-21'],
    ["I'll tell the team on Monday.", 'Tell the team | Anna | 2026-11-23'],
    ['i will send the report by friday', 'Send the report | Anna | 2026-11-27'],
    ["As soon as I have the numbers, I'll send the forecast.", 'Send the forecast | Anna | -'],
    ["I'll send the notes on Monday, sorry, on Tuesday.", 'Send the notes | Anna | 2026-11-24'],
    ["This week I'll write on Monday to the bank.", 'Write to the bank | Anna | 2026-11-23'],
    [
      "I'll ask Priya this week if she's free, and if she isn't, then we'll see.",
      "Ask Priya if she's free | Anna | 2026-11-20",
    ],
    [
      "Give me till Wednesday, I'll have five fixed by Wednesday.",
      'Have five fixed | Anna | 2026-11-25',
    ],
  ])('%s', (said, task) => {
    expect(tasksIn(`A: ${said}`)).toEqual([task]);
  });
});

describe('no task', () => {
  it.each([
    "If it rains, I'll cancel the picnic.",
    "I won't send the report.",
    "I'll be honest, it is hard.",
    "I'll be right back.",
    "I'll think about it.",
    "I'll wear a clean shirt.",
    "I'll chew on the plan.",
    "I'll cook you whatever you want.",
    "I'll start with the first item.",
    "I'll tell you what happened.",
    "I'll see you tomorrow.",
    "I'll share my screen.",
    'Let me see.',
    'Let me share my screen.',
    'I would send the report.',
    'Maybe I will write a book.',
    "I said I'll send the report.",
    'I sent the report yesterday.',
    'Will I send the report?',
    'I always print the forms on Monday.',
    'I print the forms myself.',
    "That's what I print on Monday.",
    'I wish I could fix the roof.',
    'I could perhaps help with the garden.',
    'Can you hear me?',
    'Bob, can you see my screen?',
    'Bob, can you repeat the question?',
    'Could you tell us about your work?',
    'Somebody should fix the door.',
    'Bob sent the report.',
    'Bob said he will send the report.',
    "I'll probably go home.",
    'I have to say the report is good.',
    'You can imagine the mess.',
  ])('%s', (said) => {
    expect(tasksIn(`A: ${said}`)).toEqual([]);
  });
});

describe('one who is given a task', () => {
  it.each([
    [
      ['A: Bob, can you send the report by Friday?', 'B: Sure.'],
      ['Send the report | Bob | 2026-11-27'],
    ],
    [
      ['A: Can you send the report by Friday, Bob?', 'B: Yes.'],
      ['Send the report | Bob | 2026-11-27'],
    ],
    [['A: Bob, please order the cables.'], ['Order the cables | Bob | -']],
    [
      ['A: bob can you order the cables by monday', 'B: okay'],
      ['Order the cables | Bob | 2026-11-23'],
    ],
    [
      ['A: Bob will order the cables and Carol will paint the wall.'],
      ['Order the cables | Bob | -', 'Paint the wall | Carol | -'],
    ],
    [
      ['A: The action for Carol is to paint the wall by Monday.'],
      ['Paint the wall | Carol | 2026-11-23'],
    ],
    [['A: Do you want me to tell the school about the trip?', 'B: No, I will.'], []],
    [
      ['A: Get the list to the lawyers today.', 'B: Will do.'],
      ['Get the list to the lawyers | Bob | 2026-11-20'],
    ],
    [['A: Get the list to the lawyers today.', 'B: It rained all week.'], []],
    [
      ['A: I could ask the caretaker about the hall.', 'B: Would you?'],
      ['Ask the caretaker about the hall | Anna | -'],
    ],
    [
      ['A: The page is down.', "B: I'll have it live by Monday."],
      ['Have it live (the page is down) | Bob | 2026-11-23'],
    ],
    [
      ['A: Bob, put it in the newsletter, would you?', 'B: Gladly.'],
      ['Put it in the newsletter | Bob | -'],
    ],
    [
      ['A: Bob, announce the new hours to the team tonight.', 'B: Will do.'],
      ['Announce the new hours to the team | Bob | 2026-11-20'],
    ],
    [
      ['A: Bob, would you and Carol show the boat to the builder?', 'B: Sure.'],
      ['Show the boat to the builder | Bob | -'],
    ],
    [['A: You tell the front desk, Carol?', 'C: Yes.'], ['Tell the front desk | Carol | -']],
    [['A: Could you paint the wall?', 'C: Yes, of course.'], ['Paint the wall | Carol | -']],
    [['A: Bob, can you paint the wall?', "B: Sorry, I can't."], []],
    [
      ["B: I'll paint the wall.", 'A: So Bob will paint the wall in the kitchen by Monday.'],
      ['Paint the wall in the kitchen | Bob | 2026-11-23'],
    ],
    [
      [
        "B: I'll paint the wall.",
        'A: Actually, Carol, can you paint the wall instead?',
        'C: Sure.',
      ],
      ['Paint the wall | Carol | -'],
    ],
    [
      ['B: The draft contract is ready.', "B: I'll send it to the customer tomorrow."],
      ['Send it to the customer (the draft contract is ready) | Bob | 2026-11-21'],
    ],
  ])('%j', (lines, expected) => {
    expect(tasksIn(...lines)).toEqual(expected);
  });
});
