import { useEffect, useRef } from 'react';
import { CircleCheck, LinkIcon, LogOut, WifiOff } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Brand } from '../parts/brand.tsx';
import type { Visit } from '../room/visit.ts';
import type { VisitState } from '../room/visit-state.ts';
import { words } from '../words/words.ts';

type Page = { icon: LucideIcon; title: string; help: string; back: string | null };

/** What a guest sees when there is no meeting to be in: left, ended, refused, or trouble. */
export function After({ state, visit }: { state: VisitState; visit: Visit }) {
  const { icon: Icon, title, help, back } = pageFor(state);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <main className="after">
      <Brand />
      <div className="after-card">
        <span className="after-icon">
          <Icon aria-hidden="true" />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="after-help">{help}</p>
        {back !== null && (
          <button type="button" className="button button-primary" onClick={() => void visit.openLobby()}>
            {back}
          </button>
        )}
      </div>
    </main>
  );
}

function pageFor(state: VisitState): Page {
  if (state.phase === 'left') return { icon: LogOut, title: words.leftTitle, help: words.leftHelp, back: words.rejoin };
  if (state.phase === 'ended') return { icon: CircleCheck, title: words.endedTitle, help: words.endedHelp, back: null };
  if (state.phase === 'refused')
    return { icon: LinkIcon, title: words.refusedTitle, help: state.removed ? words.removedHelp : words.refusedHelp, back: words.tryAgain };
  const { title, help } = words.visitTrouble(state.trouble ?? 'unreachable');
  return { icon: WifiOff, title, help, back: words.tryAgain };
}
