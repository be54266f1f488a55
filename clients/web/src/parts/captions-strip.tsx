import { useEffect, useRef } from 'react';
import type { CaptionLine } from '../room/captions.ts';
import type { CaptionSize } from '../room/remembered.ts';
import { words } from '../words/words.ts';
import { Avatar } from './avatar.tsx';

type Props = { lines: readonly CaptionLine[]; names: ReadonlyMap<string, string>; transcribed: boolean; size: CaptionSize };

const NEAR_END_PX = 40;

/** What is being said, by speaker. It follows the newest line unless the guest scrolled back. */
export function CaptionsStrip({ lines, names, transcribed, size }: Props) {
  const region = useRef<HTMLElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    if (follows.current && region.current !== null) region.current.scrollTop = region.current.scrollHeight;
  }, [lines]);
  return (
    <section
      ref={region}
      className="captions"
      aria-label={words.captions}
      data-size={size}
      data-empty={lines.length === 0}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who scrolls back by keyboard must be able to reach it
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {lines.length === 0 && <p className="captions-hint">{transcribed ? words.captionsWait : words.captionsNone}</p>}
      {lines.map(({ utteranceRef, speakerRef, text, final }) => {
        const name = names.get(speakerRef) ?? '';
        return (
          <p key={utteranceRef} className="caption" data-final={final}>
            <Avatar personRef={speakerRef} name={name} />
            <span className="caption-words">
              <bdi className="caption-name">{name || words.guest}</bdi> <span dir="auto">{text}</span>
            </span>
          </p>
        );
      })}
    </section>
  );
}
