import type {
  SummaryActionItem,
  SummaryContent,
  SummaryInput,
  SummaryPoint,
  TranscriptReader,
} from '../../core/ports.ts';
import type { DraftAction, DraftPoint, SummaryDraft } from './summary-draft.ts';
import { faultOf } from './support/check-support.ts';
import { type CitedLines, citedLines, readingOf, talksToMachine } from './support/cited-lines.ts';
import { isDoneBy } from './support/named-speakers.ts';
import { oneLine } from './write-prompt.ts';

const MAX_REFS = 40;

/** What is left of a draft. */
export type SupportedDraft = Omit<SummaryContent, 'languageCode' | 'generator' | 'overview'> & {
  /** Sentences in order. */
  overview: SummaryPoint[];
};

/**
 * The part of a draft that the transcript supports. Every sentence and item must cite lines that
 * support it; those lines must be about the owner and mention the due day. The rest is dropped.
 */
export function keepSupported(
  draft: SummaryDraft,
  input: SummaryInput,
  language: string | null,
  reader: TranscriptReader,
): SupportedDraft {
  const reading = readingOf(input, language, reader);
  const known = new Set(
    [input.title ?? '', ...input.segments.map(({ text }) => text)].flatMap(reading.contentWords),
  );
  const supports = (text: string, lines: CitedLines): boolean =>
    !talksToMachine(text) && faultOf(text, lines, known, reading) === null;
  const point = (item: DraftPoint): Kept | null => {
    const places = [...new Set(item.segments)].filter((place) => place in input.segments);
    const lines = citedLines(input, places.slice(0, MAX_REFS));
    if (lines.cited.length === 0 || !supports(item.text, lines)) return null;
    const segmentRefs = lines.cited.map(({ place }) => input.segments[place]?.segmentRef ?? '');
    return { text: oneLine(item.text), segmentRefs, lines };
  };
  const points = (items: readonly DraftPoint[]): SummaryPoint[] =>
    distinct(items.map(point)).map(({ text, segmentRefs }) => ({ text, segmentRefs }));
  const action = (item: DraftAction): SummaryActionItem | null => {
    const kept = point(item);
    if (kept === null) return null;
    const { text, segmentRefs, lines } = kept;
    const owner = ownerOf(item, input, reader);
    const isOwner = owner !== null && isDoneBy(owner, text, lines, reading);
    const spoken = lines.cited.map((line) => line.text);
    const dueDate = dueSaid(item.due, spoken, input, language, reader);
    return { text, segmentRefs, ownerDisplayName: isOwner ? owner : null, dueDate };
  };
  return {
    overview: points(draft.overview).map((item) => ({ ...item, text: ended(item.text) })),
    keyPoints: points(draft.keyPoints),
    decisions: points(draft.decisions),
    actionItems: distinct(draft.actionItems.map(action)),
    topics: distinct(
      draft.topics.map((item) => {
        const kept = point(item);
        if (kept === null || !supports(item.title, kept.lines)) return null;
        return { title: oneLine(item.title), text: kept.text, segmentRefs: kept.segmentRefs };
      }),
    ),
  };
}

function ownerOf(
  { owner }: DraftAction,
  { speakers }: SummaryInput,
  reader: TranscriptReader,
): string | null {
  if (owner === null || speakers.some(({ displayName }) => displayName === owner)) return owner;
  return reader.ownerNamed(owner, speakers);
}

type Kept = SummaryPoint & { lines: CitedLines };

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The model's day if the segments mention it; else the only day that they mention; else none. */
function dueSaid(
  due: string | null,
  spoken: readonly string[],
  input: SummaryInput,
  language: string | null,
  reader: TranscriptReader,
): string | null {
  const days = reader.datesIn(spoken, input);
  if (due === null || !CALENDAR_DAY.test(due) || days === null) return null;
  if (!/^en(?![^-_])/i.test(language ?? '')) {
    const date = String(Number(due.slice(8)));
    return spoken.some((text) => [...text.matchAll(/\d+/g)].some(([figure]) => figure === date)) &&
      isDay(due)
      ? due
      : null;
  }
  if (days.includes(due)) return due;
  const [only, ...others] = days;
  return others.length === 0 ? (only ?? null) : null;
}

function isDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

/** The sentences of an overview are joined, and models forget the final period. */
function ended(text: string): string {
  return /[.!?。！？…]["'”’)]*$/u.test(text) ? text : `${text}.`;
}

function distinct<Item extends { text: string }>(items: readonly (Item | null)[]): Item[] {
  const seen = new Set<string>();
  return items.filter((item): item is Item => {
    const key = item?.text.toLowerCase() ?? '';
    if (item === null || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
