import type {
  SummaryActionItem,
  SummaryContent,
  SummaryInput,
  SummaryPoint,
  TranscriptReader,
} from '../../core/ports.ts';
import { isSupported, talksToMachine } from './check-support.ts';
import type { DraftAction, DraftPoint, SummaryDraft } from './summary-draft.ts';

const MAX_REFS = 40;

type Checked = Omit<SummaryContent, 'languageCode' | 'generator'>;

/**
 * What of a draft rests on the transcript: items that name existing segments whose words support
 * them, owners who were there, days that were said, sentences of the overview whose words were
 * spoken somewhere. Everything else is dropped.
 */
export function keepSupported(
  draft: SummaryDraft,
  input: SummaryInput,
  language: string | null,
  reader: TranscriptReader,
): Checked {
  const names = input.speakers.map((speaker) => speaker.displayName);
  const spokenAt = (places: readonly number[]) =>
    places.map((place) => input.segments[place]?.text ?? '');
  const point = (item: DraftPoint): (SummaryPoint & { places: number[] }) | null => {
    const places = [...new Set(item.segments)]
      .filter(
        (place) =>
          place < input.segments.length && !talksToMachine(input.segments[place]?.text ?? ''),
      )
      .slice(0, MAX_REFS);
    if (places.length === 0 || !isSupported(item.text, spokenAt(places), language, names, reader))
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
    const dueDate = dueSaid(item.due, spokenAt(kept.places), input, language, reader);
    return {
      text: kept.text,
      segmentRefs: kept.segmentRefs,
      ownerDisplayName: item.owner === null ? null : reader.ownerNamed(item.owner, input.speakers),
      dueDate,
    };
  };
  return {
    overview: supportedSentences(draft.overview, input, language, names, reader),
    keyPoints: points(draft.keyPoints),
    decisions: points(draft.decisions),
    actionItems: distinct(draft.actionItems.map(action)),
    topics: distinct(
      draft.topics.map((item) => {
        const kept = point(item);
        if (
          kept === null ||
          !isSupported(item.title, spokenAt(kept.places), language, names, reader)
        )
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
  input: SummaryInput,
  language: string | null,
  reader: TranscriptReader,
): string | null {
  const days = reader.datesIn(spoken, input);
  if (due === null || days === null) return null;
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

function supportedSentences(
  overview: string,
  input: SummaryInput,
  language: string | null,
  names: readonly string[],
  reader: TranscriptReader,
): string {
  const spoken = input.segments.map((segment) => segment.text);
  const sentences = oneLine(overview).match(/[^.!?。！？]+[.!?。！？]*/gu) ?? [];
  return sentences
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        !talksToMachine(sentence) && isSupported(sentence, spoken, language, names, reader),
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
