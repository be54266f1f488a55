import { useEffect, useRef } from 'preact/hooks';
import {
  AppWindow,
  CircleAlert,
  CircleCheck,
  Hourglass,
  LinkIcon,
  LogOut,
  MonitorX,
  Users,
  WifiOff,
} from 'lucide-preact';
import type { LucideIcon } from 'lucide-preact';
import { Brand } from '../components/brand.tsx';
import type { Visit } from '../session/session.ts';
import type { VisitState, VisitTrouble } from '../session/session-state.ts';
import { words } from '../i18n/messages.ts';

type Page = { icon: LucideIcon; title: string; help: string; back: string | null };

/** What a guest sees when there is no meeting to be in: left, ended, refused, or trouble. */
export function After({ state, visit }: { state: VisitState; visit: Visit }) {
  const { icon: Icon, title, help, back } = pageFor(state);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <main class="after">
      <Brand />
      <div class="after-card">
        <span class="after-icon">
          <Icon aria-hidden="true" />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="after-help">{help}</p>
        {back !== null && (
          <button type="button" class="button button-primary" onClick={() => void visit.tryAgain()}>
            {back}
          </button>
        )}
      </div>
    </main>
  );
}

const TROUBLE_ICONS: Partial<Record<VisitTrouble, LucideIcon>> = {
  full: Users,
  unavailable: Hourglass,
  taken_over: AppWindow,
  old_browser: MonitorX,
  page_failed: CircleAlert,
};

function pageFor(state: VisitState): Page {
  if (state.phase === 'left')
    return { icon: LogOut, title: words.leftTitle, help: words.leftHelp, back: words.rejoin };
  if (state.phase === 'ended')
    return { icon: CircleCheck, title: words.endedTitle, help: words.endedHelp, back: null };
  if (state.phase === 'refused') return refusedPage(state);
  const trouble = state.trouble ?? 'unreachable';
  const { title, help } = words.visitTrouble(trouble);
  return { icon: TROUBLE_ICONS[trouble] ?? WifiOff, title, help, back: wayBack(trouble) };
}

/** Without a link there is nothing to try again with. */
function refusedPage({ refusal }: VisitState): Page {
  const help = {
    link: words.refusedHelp,
    closed: words.closedHelp,
    removed: words.removedHelp,
    no_link: words.noLinkHelp,
  }[refusal];
  return {
    icon: LinkIcon,
    title: words.refusedTitle,
    help,
    back: refusal === 'no_link' ? null : words.tryAgain,
  };
}

function wayBack(trouble: VisitTrouble): string | null {
  if (trouble === 'old_browser') return null;
  return trouble === 'lost' || trouble === 'taken_over' ? words.rejoin : words.tryAgain;
}
