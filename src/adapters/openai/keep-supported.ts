import type {
  SummaryActionItem,
  SummaryContent,
  SummaryInput,
  SummaryPoint,
} from '../../core/summary/summary-input.ts';
import { type Day, dayInZone, writeDay } from '../../engines/summarizer/dates/calendar.ts';
import { primarySubtag } from '../../engines/summarizer/text/function-words.ts';
import { allDueDates } from '../../engines/summarizer/dates/resolve-due-date.ts';
import { findOwners } from '../../engines/summarizer/tasks/resolve-owner.ts';
import { isSupported, talksToMachine } from './check-support.ts';
import type { DraftAction, DraftPoint, SummaryDraft } from './summary-draft.ts';

const MOST_REFS = 40;

type Checked = Omit<SummaryContent, 'languageCode' | 'generator'>;

/**
 * What of a draft rests on the transcript: items that name existing segments whose words support them, owners who were there,
 * days that were said, sentences of the overview whose words were spoken somewhere. Everything else is dropped.
 */
export function keepSupported(
  draft: SummaryDraft,
  input: SummaryInput,
  language: string | null,
): Checked {
  const names = input.speakers.map((speaker) => speaker.displayName);
  const owners = findOwners(input.speakers);
  const today = input.startedAt === null ? null : dayInZone(input.startedAt, input.timezone);
  const spokenAt = (places: readonly number[]) =>
    places.map((place) => input.segments[place]?.text ?? '');
  const point = (item: DraftPoint): (SummaryPoint & { places: number[] }) | null => {
    const places = [...new Set(item.segments)]
      .filter(
        (place) =>
          place < input.segments.length && !talksToMachine(input.segments[place]?.text ?? ''),
      )
      .slice(0, MOST_REFS);
    if (places.length === 0 || !isSupported(item.text, spokenAt(places), language, names))
      return null;
    return {
      text: oneLine(item.text),
      segmentRefs: places.map((place) => input.segments[place]?.segmentRef ?? ''),
      places,
    };
  };
  const points = (items: readonly DraftPoint[]): SummaryPoint[] =>
    distinct(items.map(point)).map(({ text, segmentRefs }) => ({ text, segmentRefs }));
  const action = (item: DraftAction): SummaryActionItem | null => {
    const kept = point(item);
    if (kept === null) return null;
    const dueDate = dueSaid(item.due, spokenAt(kept.places), today, language);
    return {
      text: kept.text,
      segmentRefs: kept.segmentRefs,
      ownerDisplayName: item.owner === null ? null : owners.ofName(item.owner),
      dueDate,
    };
  };
  return {
    overview: supportedSentences(draft.overview, input, language, names),
    keyPoints: points(draft.keyPoints),
    decisions: points(draft.decisions),
    actionItems: distinct(draft.actionItems.map(action)),
    topics: distinct(
      draft.topics.map((item) => {
        const kept = point(item);
        if (kept === null || !isSupported(item.title, spokenAt(kept.places), language, names))
          return null;
        return { title: oneLine(item.title), text: kept.text, segmentRefs: kept.segmentRefs };
      }),
    ),
  };
}

/** The model's day when the segments say it; otherwise the only day that they say; otherwise none. */
function dueSaid(
  due: string | null,
  spoken: readonly string[],
  today: Day | null,
  language: string | null,
): string | null {
  if (due === null || today === null) return null;
  if (primarySubtag(language) !== 'en') {
    const date = String(Number(due.slice(8)));
    return spoken.some((text) => [...text.matchAll(/\d+/g)].some(([figure]) => figure === date)) &&
      isDay(due)
      ? due
      : null;
  }
  const days = new Set(
    spoken.flatMap((text) => allDueDates(text, today).map((found) => writeDay(found.day))),
  );
  if (days.has(due)) return due;
  const [only] = days;
  return days.size === 1 && only !== undefined ? only : null;
}

function isDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

function supportedSentences(
  overview: string,
  input: SummaryInput,
  language: string | null,
  names: readonly string[],
): string {
  const spoken = input.segments.map((segment) => segment.text);
  const sentences = oneLine(overview).match(/[^.!?。！？]+[.!?。！？]*/gu) ?? [];
  return sentences
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) => !talksToMachine(sentence) && isSupported(sentence, spoken, language, names),
    )
    .join(' ');
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
