import { memo } from 'preact/compat';
import type { CaptionLine } from './captions.ts';
import type { CaptionSize } from '../page/preferences.ts';
import { messages } from '../i18n/messages.ts';
import { Avatar } from '../people/person-icons.tsx';
import { useStickToBottom } from '../hooks/use-stick-to-bottom.ts';

type Props = {
  lines: readonly CaptionLine[];
  names: ReadonlyMap<string, string>;
  transcribed: boolean;
  size: CaptionSize;
};

/** What is being said, by speaker. Shows the newest line unless the guest scrolled up. */
export function CaptionsStrip({ lines, names, transcribed, size }: Props) {
  const scrolling = useStickToBottom<HTMLElement>(lines);
  return (
    <section
      {...scrolling}
      class="captions"
      aria-label={messages.captions}
      data-size={size}
      data-empty={lines.length === 0}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
      tabIndex={0}
    >
      {lines.length === 0 && (
        <p class="captions-hint">{transcribed ? messages.captionsWait : messages.captionsNone}</p>
      )}
      {lines.map((line) => (
        <Line key={line.utteranceRef} line={line} name={names.get(line.speakerRef) ?? ''} />
      ))}
    </section>
  );
}

// There may be hundreds of lines: only those that changed are rendered again.
const Line = memo(function Line({
  line: { speakerRef, text, final },
  name,
}: {
  line: CaptionLine;
  name: string;
}) {
  return (
    <p class="caption" data-final={final}>
      <Avatar personRef={speakerRef} name={name} />
      {/* The words choose the direction of their lines, not the name: `bdi` does not count. */}
      <span class="caption-text" dir="auto">
        <bdi class="caption-name">{name || messages.guest}</bdi> <span>{text}</span>
      </span>
    </p>
  );
});
