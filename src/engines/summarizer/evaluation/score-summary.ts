// Precision and recall of a summary against an annotated meeting.
import { wordsOf } from '../text/content-words.ts';
import type { SummaryContent } from '../../../core/ports.ts';
import type { AnnotatedMeeting } from '../training/annotated-meetings.ts';

/** `right` of `shown` items match one of the `wanted` annotations. */
export type Count = {
  right: number;
  shown: number;
  wanted: number;
};

export type Score = {
  name: string;
  decisions: Count;
  actionItems: Count;
  owners: Count;
  dueDates: Count;
};

export type Part = Exclude<keyof Score, 'name'>;
export const parts = [
  'decisions',
  'actionItems',
  'owners',
  'dueDates',
] as const satisfies readonly Part[];

/** An item is right if it contains all words that the annotation names; one item matches one annotation. */
export function scoreOf(meeting: AnnotatedMeeting, summary: SummaryContent): Score {
  const decisions = pair(meeting.decisions, summary.decisions);
  const tasks = pair(meeting.actionItems, summary.actionItems);
  const owners = tasks.filter(({ gold, item }) => gold.ownerDisplayName === item.ownerDisplayName);
  const dates = tasks.filter(({ gold, item }) => gold.dueDate === item.dueDate);
  return {
    name: meeting.name,
    decisions: {
      right: decisions.length,
      shown: summary.decisions.length,
      wanted: meeting.decisions.length,
    },
    actionItems: {
      right: tasks.length,
      shown: summary.actionItems.length,
      wanted: meeting.actionItems.length,
    },
    owners: { right: owners.length, shown: tasks.length, wanted: tasks.length },
    dueDates: { right: dates.length, shown: tasks.length, wanted: tasks.length },
  };
}

/** The annotations that were missed and the items that match none. */
export function faultsOf(meeting: AnnotatedMeeting, summary: SummaryContent): string[] {
  const decisions = pair(meeting.decisions, summary.decisions);
  const tasks = pair(meeting.actionItems, summary.actionItems);
  const lost = <Gold>(wanted: readonly Gold[], pairs: readonly { gold: Gold }[]): Gold[] =>
    wanted.filter((gold) => pairs.every((found) => found.gold !== gold));
  const extra = <Item>(shown: readonly Item[], pairs: readonly { item: Item }[]): Item[] =>
    shown.filter((item) => pairs.every((found) => found.item !== item));
  return [
    ...lost(meeting.decisions, decisions).map((gold) => `decision missed: ${gold.holds}`),
    ...extra(summary.decisions, decisions).map((item) => `decision too many: ${item.text}`),
    ...lost(meeting.actionItems, tasks).map(
      (gold) =>
        `task missed: ${gold.holds} (${gold.ownerDisplayName ?? '-'}, ${gold.dueDate ?? '-'})`,
    ),
    ...extra(summary.actionItems, tasks).map(
      (item) =>
        `task too many: ${item.text} (${item.ownerDisplayName ?? '-'}, ${item.dueDate ?? '-'})`,
    ),
    ...tasks
      .filter(
        ({ gold, item }) =>
          gold.ownerDisplayName !== item.ownerDisplayName || gold.dueDate !== item.dueDate,
      )
      .map(
        ({ gold, item }) =>
          `owner or day: ${item.text} (${item.ownerDisplayName ?? '-'}, ${item.dueDate ?? '-'}), ` +
          `wanted ${gold.ownerDisplayName ?? '-'}, ${gold.dueDate ?? '-'}`,
      ),
  ];
}

/** True if `text` contains every word of `wanted`. */
export function holdsWords(text: string, wanted: string): boolean {
  const words = new Set(wordsOf(text).flatMap((word) => [word, ...word.split('-')]));
  return wordsOf(wanted).every((word) => words.has(word));
}

function pair<Gold extends { holds: string }, Item extends { text: string }>(
  wanted: readonly Gold[],
  shown: readonly Item[],
): { gold: Gold; item: Item }[] {
  const left = new Set(shown);
  return wanted.flatMap((gold) => {
    const item = [...left].find((candidate) => holdsWords(candidate.text, gold.holds));
    if (item === undefined) return [];
    left.delete(item);
    return [{ gold, item }];
  });
}

export function totalOf(scores: readonly Score[], part: Part): Count {
  return sumOf(scores.map(({ [part]: count }) => count));
}

export function sumOf(counts: readonly Count[]): Count {
  const add = (side: keyof Count): number => counts.reduce((total, one) => total + one[side], 0);
  return { right: add('right'), shown: add('shown'), wanted: add('wanted') };
}

export function f1({ right, shown, wanted }: Count): number {
  return shown + wanted === 0 ? 1 : (2 * right) / (shown + wanted);
}

/** `62/63 of 73 (0.91)`. */
export function writeCount(count: Count): string {
  return `${count.right}/${count.shown} of ${count.wanted} (${f1(count).toFixed(2)})`;
}

export function writeTotals(scores: readonly Score[]): string {
  return parts.map((part) => `${part} ${writeCount(totalOf(scores, part))}`).join(', ');
}
