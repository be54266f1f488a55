import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SummaryContent, SummaryInput } from '../../core/summary/summary-input.ts';
import { wordsOf } from './content-words.ts';
import { writeExtractiveSummary } from './write-extractive-summary.ts';

const FOLDER = new URL('../../core/summary/gold/', import.meta.url);

interface GoldMeeting {
  name: string;
  title: string;
  startedAt: string;
  timezone: string;
  languageCode: string;
  /** `Speaker: one segment`. */
  lines: string[];
  decisions: { holds: string }[];
  actionItems: { holds: string; ownerDisplayName: string | null; dueDate: string | null }[];
}

interface Score {
  name: string;
  decisions: Count;
  actionItems: Count;
  owners: Count;
  dueDates: Count;
}

/** `right` of `shown` items are in the gold, which holds `wanted`. */
interface Count {
  right: number;
  shown: number;
  wanted: number;
}

const readMeetings = (folder: URL): GoldMeeting[] =>
  readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as GoldMeeting);
const meetings = readMeetings(FOLDER);

function inputOf(meeting: GoldMeeting, change: (text: string) => string): SummaryInput {
  const names = [...new Set(meeting.lines.map((line) => line.slice(0, line.indexOf(':'))))];
  const { title, startedAt, timezone, languageCode } = meeting;
  return {
    title,
    startedAt,
    timezone,
    languageCode,
    speakers: names.map((displayName, at) => ({ speakerRef: `sp_${at}`, displayName })),
    segments: meeting.lines.map((line, at) => ({
      segmentRef: `sg_${at}`,
      speakerRef: `sp_${names.indexOf(line.slice(0, line.indexOf(':')))}`,
      startMs: at * 6000,
      endMs: at * 6000 + 5000,
      text: change(line.slice(line.indexOf(':') + 2)),
      languageCode,
    })),
  };
}

function asSpoken(text: string): string {
  return text;
}

function lowerCaseWithoutPunctuation(text: string): string {
  return text.toLowerCase().replace(/[.,!?;:]/g, '');
}

function scoreOf(meeting: GoldMeeting, summary: SummaryContent): Score {
  const holds = (text: string, wanted: string): boolean => {
    const words = new Set(wordsOf(text).flatMap((word) => [word, ...word.split('-')]));
    return wordsOf(wanted).every((word) => words.has(word));
  };
  const decisions = meeting.decisions.filter((gold) => summary.decisions.some((item) => holds(item.text, gold.holds)));
  const pairs = meeting.actionItems.flatMap((gold) => {
    const item = summary.actionItems.find((shown) => holds(shown.text, gold.holds));
    return item === undefined ? [] : [{ gold, item }];
  });
  const owners = pairs.filter(({ gold, item }) => gold.ownerDisplayName === item.ownerDisplayName);
  const dates = pairs.filter(({ gold, item }) => gold.dueDate === item.dueDate);
  return {
    name: meeting.name,
    decisions: { right: decisions.length, shown: summary.decisions.length, wanted: meeting.decisions.length },
    actionItems: { right: pairs.length, shown: summary.actionItems.length, wanted: meeting.actionItems.length },
    owners: { right: owners.length, shown: pairs.length, wanted: pairs.length },
    dueDates: { right: dates.length, shown: pairs.length, wanted: pairs.length },
  };
}

function total(scores: readonly Score[], part: Exclude<keyof Score, 'name'>): Count {
  return scores.reduce(
    (sum, score) => ({
      right: sum.right + score[part].right,
      shown: sum.shown + score[part].shown,
      wanted: sum.wanted + score[part].wanted,
    }),
    { right: 0, shown: 0, wanted: 0 },
  );
}

function f1({ right, shown, wanted }: Count): number {
  return shown + wanted === 0 ? 1 : (2 * right) / (shown + wanted);
}

function drawTable(label: string, scores: readonly Score[]): string {
  const cell = ({ right, shown, wanted }: Count): string => `${right}/${shown} of ${wanted}`.padEnd(14);
  const row = (name: string, parts: Count[]): string => `${name.padEnd(20)}${parts.map(cell).join('')}`;
  const whole = (['decisions', 'actionItems', 'owners', 'dueDates'] as const).map((part) => total(scores, part));
  return [
    label,
    `${''.padEnd(20)}${['decisions', 'tasks', 'owners', 'due dates'].map((head) => head.padEnd(14)).join('')}`,
    ...scores.map((score) => row(score.name, [score.decisions, score.actionItems, score.owners, score.dueDates])),
    row('all (right/shown)', whole),
    `${'F1'.padEnd(20)}${whole.map((count) => f1(count).toFixed(3).padEnd(14)).join('')}`,
  ].join('\n');
}

describe.each([
  ['as a recogniser writes it', asSpoken, { decisions: 0.85, actionItems: 0.9, owners: 0.95, dueDates: 0.95 }],
  ['in lower case without punctuation', lowerCaseWithoutPunctuation, { decisions: 0.8, actionItems: 0.85, owners: 0.95, dueDates: 0.9 }],
] as const)('gold meetings %s', (label, change, floor) => {
  const summaries = meetings.map((meeting) => ({ meeting, summary: writeExtractiveSummary(inputOf(meeting, change)) }));
  const scores = summaries.map(({ meeting, summary }) => scoreOf(meeting, summary));

  it('reach the floor for decisions, tasks, owners and due dates', () => {
    const table = drawTable(label, scores);
    console.info(`Gold meetings ${table.split('\n').at(0)}: ${table.split('\n').slice(-2).join(' / ').replace(/\s+/g, ' ')}`);
    for (const part of ['decisions', 'actionItems', 'owners', 'dueDates'] as const) {
      expect(f1(total(scores, part)), `${part}\n${table}`).toBeGreaterThanOrEqual(floor[part]);
    }
  });

  it.each(['chit-chat', 'conditionals'])('%s: nothing is decided', (name) => {
    expect(summaries.find(({ meeting }) => meeting.name === name)?.summary.decisions).toEqual([]);
  });
});

it('meetings that the rules were not written on: little is found, and nothing that was not decided', () => {
  const unseen = readMeetings(new URL('../gold-unseen/', FOLDER));
  const scores = unseen.map((meeting) => scoreOf(meeting, writeExtractiveSummary(inputOf(meeting, asSpoken))));
  console.info(`Unseen meetings: ${drawTable('', scores).split('\n').slice(-2).join(' / ').replace(/\s+/g, ' ')}`);
  const { right, shown } = total(scores, 'decisions');
  expect(right).toBe(shown);
});
