import { expect, it } from 'vitest';
import { summaryMarkdown } from './summary-markdown.ts';

const EMPTY = { overview: null, decisions: [], actionItems: [], keyPoints: [], topics: [] };

it('shows what a task is, then its owner and due date, apart from the words of others', () => {
  const task = { segmentRefs: ['sg_1'], dueDate: null };
  const text = summaryMarkdown('Plan', {
    ...EMPTY,
    actionItems: [
      { ...task, text: 'Send the *report*', ownerDisplayName: 'Anna', dueDate: '2026-12-01' },
      { ...task, text: "Ben: We'll paint it", ownerDisplayName: 'Anna' },
      { ...task, text: 'Order chairs', ownerDisplayName: null },
    ],
  });
  expect(text).toBe(
    [
      '# Plan\n',
      '## Action items\n',
      '- Send the \\*report\\* (Anna) by 2026-12-01',
      "- Ben: We'll paint it (Anna)",
      '- Order chairs\n',
    ].join('\n'),
  );
});
