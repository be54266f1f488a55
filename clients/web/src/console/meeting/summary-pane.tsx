import type { ComponentChildren } from 'preact';
import type { Meeting, Segment, Summary } from '../../../../../contract/generated/api.ts';
import { cleanDisplayName } from '../../people/display-name.ts';
import { texts } from '../i18n/texts.ts';
import { formatDate, formatLength } from '../i18n/format.ts';
import type { Loaded } from '../session/use-loaded.ts';
import { ArtifactPane } from './artifact-pane.tsx';

type Show = (segmentRefs: readonly string[]) => void;
type Props = {
  meeting: Meeting;
  result: Loaded<Summary> | null;
  segments: readonly Segment[];
  show: Show;
};

export function SummaryPane({ meeting, result, segments, show }: Props) {
  const off = meeting.options.summary === 'off' ? 'summary_disabled' : null;
  return (
    <ArtifactPane name="summary" result={result} scope="summaries:read" off={off}>
      {(summary) => <Items summary={summary} segments={segments} show={show} />}
    </ArtifactPane>
  );
}

type ItemsProps = { summary: Summary; segments: readonly Segment[]; show: Show };

function Items({ summary, segments, show }: ItemsProps) {
  const begins = new Map(segments.map(({ segmentRef, startMs }) => [segmentRef, startMs]));
  const jump = (refs: readonly string[]) => <Jump refs={refs} begins={begins} show={show} />;
  // Only the words of the summary: the rest is in the language of the page.
  const lang = summary.languageCode ?? undefined;
  const words = (text: string) => <bdi lang={lang}>{text}</bdi>;
  return (
    <div>
      {summary.overview !== null && (
        <p dir="auto" lang={lang}>
          {summary.overview}
        </p>
      )}
      <Part title={texts.meeting.decisions} items={summary.decisions}>
        {({ text, segmentRefs }) => (
          <>
            {words(text)} {jump(segmentRefs)}
          </>
        )}
      </Part>
      <Part title={texts.meeting.actionItems} items={summary.actionItems}>
        {({ text, ownerDisplayName, dueDate, segmentRefs }) => (
          <>
            {words(text)}
            {ownerDisplayName !== null && (
              <strong>
                {' '}
                (<bdi>{cleanDisplayName(ownerDisplayName)}</bdi>)
              </strong>
            )}
            {dueDate !== null && (
              <span class="quiet"> {texts.meeting.due(formatDate(dueDate))}</span>
            )}{' '}
            {jump(segmentRefs)}
          </>
        )}
      </Part>
      <Part title={texts.meeting.keyPoints} items={summary.keyPoints}>
        {({ text, segmentRefs }) => (
          <>
            {words(text)} {jump(segmentRefs)}
          </>
        )}
      </Part>
      <Part title={texts.meeting.topics} items={summary.topics}>
        {({ title, text, segmentRefs }) => (
          <>
            <strong>{words(title)}</strong>: {words(text)} {jump(segmentRefs)}
          </>
        )}
      </Part>
    </div>
  );
}

type PartProps<T> = {
  title: string;
  items: readonly T[];
  children: (item: T) => ComponentChildren;
};

function Part<T>({ title, items, children }: PartProps<T>) {
  if (items.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="items">
        {items.map((item, index) => (
          <li key={index}>{children(item)}</li>
        ))}
      </ul>
    </>
  );
}

type JumpProps = { refs: readonly string[]; begins: ReadonlyMap<string, number>; show: Show };

/** A link to the words that an item cites; nothing when they cannot be read. */
function Jump({ refs, begins, show }: JumpProps) {
  const known = refs.filter((ref) => begins.has(ref));
  const begin = begins.get(known[0] ?? '');
  if (begin === undefined) return null;
  const time = formatLength(begin);
  return (
    <button
      type="button"
      class="jump"
      aria-label={texts.meeting.showWords(time)}
      title={texts.meeting.showWords(time)}
      onClick={() => show(known)}
    >
      {time}
    </button>
  );
}
