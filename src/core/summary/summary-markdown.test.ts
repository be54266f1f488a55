import { expect, it } from 'vitest';
import { summaryMarkdown } from './summary-markdown.ts';

const EMPTY = {
  result: 'complete' as const,
  reason: null,
  overview: null,
  decisions: [],
  actionItems: [],
  keyPoints: [],
  topics: [],
};

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

it('says why a summary without decisions may have missed them', () => {
  const missed = { result: 'partial', reason: 'language_not_supported' } as const;
  expect(summaryMarkdown('Plan', { ...EMPTY, ...missed, overview: 'Besprochen wurde: Bus.' })).toBe(
    '# Plan\n\nThis summary is partial (language\\_not\\_supported).\n\nBesprochen wurde: Bus.\n',
  );
});

it('begins no list inside an item', () => {
  const keyPoints = ['3. März ist der Termin', '- und dann?', '1.5 Tage'];
  const text = summaryMarkdown('Plan', {
    ...EMPTY,
    keyPoints: keyPoints.map((said) => ({ text: said, segmentRefs: ['sg_1'] })),
  });
  expect(text).toContain('- 3\\. März ist der Termin\n- \\- und dann?\n- 1.5 Tage\n');
});
