// Short talks on Friday 20 November 2026 that give a task a day, or do not; `fit-tasks.ts` learns from them.

/** Where the day comes from, what is said, and the day. */
export const daysTaken: [from: string, lines: string[], day: string][] = [
  [
    'the rest of the sentence',
    ["Ann: I'll redraw the map and get it to the council, they want it by the first of December."],
    '2026-12-01',
  ],
  [
    'the next sentence of the turn',
    ["Ann: I'll send the order to the mill. They close it on the twenty fifth."],
    '2026-11-25',
  ],
  [
    'the sentence before, where it sets a limit',
    ["Ann: I've to tell the league by the thirtieth. I'll write to the league."],
    '2026-11-30',
  ],
  [
    'what hands the same thing over',
    ["Ann: I'll make one common sheet for the guests. I'll share it by Wednesday."],
    '2026-11-25',
  ],
  [
    'the answer of who was asked',
    [
      'Ann: Ben, can you print the menus?',
      "Ben: All right, I'll go to the copy shop in the morning.",
    ],
    '2026-11-21',
  ],
  [
    'what another adds',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: Very good. Before the thirtieth of November.',
    ],
    '2026-11-30',
  ],
  [
    'what was asked for just before',
    ['Ben: Today, please.', "Ann: I'll call the dentist, she's in till five."],
    '2026-11-20',
  ],
  [
    'a longer sentence that asked for it',
    ['Ben: Somebody has to ring the water company today.', "Ann: I'll do it."],
    '2026-11-20',
  ],
  [
    'where the speaker will be',
    ["Ann: I'm seeing him on Wednesday. I'll ask him about the key to the hall."],
    '2026-11-25',
  ],
  [
    'the deed it goes along with',
    [
      "Ann: I'll ring the league on Tuesday. I'll tell the other club about the pitch in the same go.",
    ],
    '2026-11-24',
  ],
  [
    'a day that is offered',
    ["Ann: I'll send my plumber down. Is Thursday morning all right?", 'Ben: Lovely.'],
    '2026-11-26',
  ],
  [
    'who asks back for it',
    ["Ann: I'll write the letter to the parents.", 'Ben: Can you do it by Tuesday?', 'Ann: Yes.'],
    '2026-11-24',
  ],
  [
    'who tells the deed again',
    ["Ann: I'll ask my nephew to lift the tables.", 'Ben: Then ask him tonight.', 'Ann: Okay.'],
    '2026-11-20',
  ],
  [
    'a long answer that opens with it',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: Please do, tomorrow, they have been calling the office about it since six in the morning.',
    ],
    '2026-11-21',
  ],
  [
    'the day that both settle on',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: When could I see it?',
      'Ann: Uh, Tuesday?',
      "Ben: Tuesday's good.",
    ],
    '2026-11-24',
  ],
  [
    'the last of two days that answer when',
    [
      'Ben: Ann, would you write the letter to the parents?',
      'Ann: If I must. When do you need it?',
      'Ben: Middle of December. The fourteenth?',
      'Ann: Okay, the fourteenth.',
    ],
    '2026-12-14',
  ],
  [
    'a counter-offer that is granted',
    [
      'Ben: Ann, can you print the menus today?',
      "Ann: Can I do it tomorrow, today I'm folding sheets.",
      "Ben: Tomorrow's fine.",
    ],
    '2026-11-21',
  ],
  [
    'a correction',
    [
      "Ann: I'll write the letter to the parents by Monday.",
      'Ben: Make it Tuesday, then.',
      'Ann: Okay.',
    ],
    '2026-11-24',
  ],
  [
    'a correction by the owner',
    [
      "Ann: I'll write the letter to the parents by Monday.",
      'Ben: Good.',
      'Ann: Actually, no, by Wednesday.',
    ],
    '2026-11-25',
  ],
  [
    'what is tried and then moved',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: Can you do it by Tuesday?',
      "Ann: I'll try.",
      'Ben: Make it Wednesday then.',
    ],
    '2026-11-25',
  ],
  [
    'a day that opens the next sentence',
    ["Ann: I'll ring the store managers. Wednesday, I've got a clear morning."],
    '2026-11-25',
  ],
  [
    'a day beside an older fact',
    [
      "Ann: I'll write the letter to the parents. I'm on shift Tuesday, it was always quiet on Tuesday.",
    ],
    '2026-11-24',
  ],
  [
    'the more exact day',
    ["Ann: I'll set up the list of songs by the weekend. By Saturday."],
    '2026-11-21',
  ],
  [
    'the day, not the hour',
    [
      "Ann: I'll send my plumber down. Is Thursday morning all right?",
      'Ben: Before eight, please, then it gets busy.',
    ],
    '2026-11-26',
  ],
  [
    'the end that was asked for',
    [
      "Ann: I'll write the letter to the parents on Wednesday.",
      'Ben: Until when are you finished?',
      'Ann: The end of next week.',
    ],
    '2026-11-27',
  ],
  [
    'the day before one that was named',
    [
      'Ben: The angel wants to look in on the first of December. Ann, can you finish the data room?',
      "Ann: I'll have it complete the day before, promise.",
    ],
    '2026-11-30',
  ],
  [
    'a bare question that the owner grants',
    ["Ann: I'll write the letter to the parents.", 'Ben: By the sixteenth?', 'Ann: Sure.'],
    '2026-12-16',
  ],
  [
    'an earlier day that the owner promises',
    [
      'Ben: Ann, can you write the letter to the parents by Thursday?',
      'Ann: I do it. Tomorrow, even.',
    ],
    '2026-11-21',
  ],
  [
    'a vague day that is made exact',
    ["Ann: I'll write the letter to the parents, well before Christmas. Call it the eleventh."],
    '2026-12-11',
  ],
  [
    'who asks for time at the end of the answer',
    [
      'Ben: Ann, can you write the letter to the parents?',
      "Ann: Yep. I'll copy the old one from the folder. Give me until Tuesday.",
    ],
    '2026-11-24',
  ],
  [
    'a question after it by its own words',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: Is it a long one?',
      'Ann: One page.',
      'Cleo: My aunt never reads them.',
      'Ben: When can you have the letter?',
      'Ann: Tuesday.',
    ],
    '2026-11-24',
  ],
  [
    'the question who does it',
    ['Ben: Who moves the boxes on Saturday?', "Ann: I'll move the boxes."],
    '2026-11-21',
  ],
  [
    'that day',
    [
      'Ben: The printer can do it on the twenty-fourth.',
      "Ann: I'll send the letter to the parents that day.",
    ],
    '2026-11-24',
  ],
  [
    'a start that was named',
    ['Ben: From when?', 'Ann: From Monday.', "Cleo: I'll have the signs up by then."],
    '2026-11-23',
  ],
  [
    'a limit a few sentences before',
    [
      'Ben: The hostel must know it before the first of December. Who of us? Ann, you have the good English.',
      "Ann: I'll drop the hostel a mail.",
    ],
    '2026-12-01',
  ],
  [
    'where the other will be',
    ["Ann: My neighbour knows. She's here tonight. I'll ask her about the letter to the parents."],
    '2026-11-20',
  ],
  [
    'the owner, who says it again',
    [
      "Ann: I'll phone the architect.",
      'Ben: Are you sure?',
      "Ann: I'll get him before end of day tomorrow.",
    ],
    '2026-11-21',
  ],
  [
    'the deed, not its limit',
    [
      "Ann: I'll let timetabling have the codes, their form closes on the thirtieth, so I'd better do it this week.",
    ],
    '2026-11-20',
  ],
  [
    'the deed, not what comes with it',
    [
      "Ann: I'll post the offer out to you tomorrow, and there's a form in there that I'd need back by the thirtieth.",
    ],
    '2026-11-21',
  ],
  [
    'the deed, not the excuse',
    ["Ann: I'll configure the survey. I'll do it tomorrow, today I'm on phones."],
    '2026-11-21',
  ],
  [
    'an answer that calls it differently',
    [
      'Ben: Ann, ring the butcher about the rabbits for Saturday, would you?',
      "Ann: I'll text him this afternoon, then.",
    ],
    '2026-11-20',
  ],
  [
    'the event that it is for',
    [
      "Ben: Ann, you'll pick up the syrup in the shop? We'd want it for Saturday's two shows.",
      'Ann: I will, yeah.',
    ],
    '2026-11-21',
  ],
  [
    'the end of the call',
    [
      "Ann: I'll send you the number of the baker when we finish here.",
      'Ben: The flat has to be empty by the end of April.',
    ],
    '2026-11-20',
  ],
];

/** What gives the one task that is said no day. */
export const daysLeft: [from: string, lines: string[]][] = [
  [
    'what waits for another',
    ["Ann: You have it by Monday. I'll write the letter to the parents when yours is in."],
  ],
  [
    'when somebody else is back',
    [
      "Ann: I'll write the letter to the parents.",
      "Ben: When's he back?",
      'Ann: The second of December.',
    ],
  ],
  [
    'when another event is',
    [
      "Ann: I'll write the letter to the parents.",
      "Ben: When's our next review?",
      'Ann: December tenth.',
    ],
  ],
  [
    'what another promises',
    [
      "Ann: I'll write the letter to the parents.",
      "Ben: You'll have it on Thursday, the new logo.",
    ],
  ],
  ['what follows from it', ["Ann: I'll order the castors. They'd be here Saturday."]],
  [
    'an occasion',
    ["Ann: I'll book both of them on the first aid course. There's one on the twenty-ninth."],
  ],
  [
    'the promise of another in the turn before',
    [
      'Ben: I would write to him, yes. Today, so he hears it from me.',
      "Ann: I'll tell the caterer.",
    ],
  ],
  ['how long a thing lasts', ["Ann: I'll keep the letter to the parents until Wednesday."]],
  [
    'what need not be',
    ["Ann: I'll write the letter to the caterer. We don't have to decide today."],
  ],
  [
    'a question about something else',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: And the handover of the flat on Monday stays?',
      'Ann: Yes.',
    ],
  ],
  [
    'an answer that speaks of the day',
    [
      "Ann: I'll write the letter to the parents.",
      'Ben: Tuesday is when the whole school goes to the lake with the buses.',
    ],
  ],
  [
    'what is past',
    ["Ann: I'll write the letter to the parents. The last one was late, on Monday."],
  ],
];

/** Talks with two tasks: words of a task, and its day. */
export const daysApart: [
  what: string,
  lines: string[],
  days: [holds: string, day: string | null][],
][] = [
  [
    'takes no day from the task beside it',
    ["Ann: I'll write the letter to the parents. I'll call the plumber on Tuesday."],
    [
      ['letter', null],
      ['plumber', '2026-11-24'],
    ],
  ],
  [
    'keeps its day when the next one is given another',
    [
      "Ann: I'll change the backup policy tonight.",
      'Ben: And then another restore of the whole disk?',
      'Ann: Next week, yes. Let me do it on Tuesday.',
    ],
    [['backup', '2026-11-20']],
  ],
  [
    'keeps the day of its own promise when the same person promises something else later',
    [
      'Ann: The server was down for two hours last night.',
      'Ben: Yes, the disk was full.',
      'Ann: We need an alert for that.',
      'Ben: I will set one up tomorrow.',
      'Ann: And we should keep logs for only two weeks.',
      'Ben: Agreed.',
      'Ann: Then we do that. Can you write the report for the customer?',
      'Ben: Sure, you will have it on Thursday.',
    ],
    [
      ['alert', '2026-11-21'],
      ['report', '2026-11-26'],
    ],
  ],
];
