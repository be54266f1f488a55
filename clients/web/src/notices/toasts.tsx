import { useEffect, useState } from 'preact/hooks';
import { type Notice, type NoticeContent, shownNotices } from './notices.ts';
import { messages } from '../i18n/messages.ts';
import type { Sentence } from '../i18n/sentence.ts';

const REFRESH_MS = 1000;

/** The latest notices. Screen readers read them in the status line instead. */
export function Toasts({ notices }: { notices: readonly Notice[] }) {
  const [now, setNow] = useState(() => Date.now());
  // A new notice may be later than `now`.
  const shown = shownNotices(notices, Math.max(now, notices.at(-1)?.atMs ?? 0));
  const isOver = shown.length === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <div class="toasts" aria-hidden="true">
      {shown.map(({ id, content }) => (
        <p key={id} class="toast">
          <NoticeText content={content} />
        </p>
      ))}
    </div>
  );
}

/** Each name keeps its own writing direction. */
function NoticeText({ content }: { content: NoticeContent }) {
  return describeNotice(content).map((piece, at) =>
    typeof piece === 'string' ? piece : <bdi key={at}>{piece.name}</bdi>,
  );
}

/**
 * The only live region of the page. It stays mounted across screens, and its sentences remain
 * readable.
 */
export function StatusLine({ notices }: { notices: readonly Notice[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold paragraphs
    <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="false">
      {notices.map(({ id, content }) => (
        <p key={id}>
          <NoticeText content={content} />
        </p>
      ))}
    </div>
  );
}

function describeNotice(content: NoticeContent): Sentence {
  switch (content.kind) {
    case 'people_joined':
    case 'people_left':
    case 'chat_from':
    case 'hands_raised':
    case 'screens_shared':
      return messages.notices[content.kind](content.names);
    case 'people_waiting':
      return messages.host.people_waiting(content.names);
    case 'made_host':
    case 'made_guest':
    case 'muted_by_host':
    case 'camera_off_by_host':
    case 'screen_stopped_by_host':
    case 'locked_by_host':
    case 'host_action_failed':
      return [messages.host[content.kind]];
    case 'device_failed': {
      const { title, help } = messages.deviceError(content.device, content.error);
      return [`${messages.sentence(title)} ${help}`];
    }
    case 'meeting_full': {
      const { title, help } = messages.sessionError('full');
      return [`${messages.sentence(title)} ${help}`];
    }
    case 'transcribed':
    case 'reconnecting':
    case 'reconnected':
    case 'screen_failed':
    case 'microphone_changed':
    case 'camera_changed':
    case 'microphone_silent':
    case 'talking_muted':
    case 'microphone_interrupted':
      return [messages.notices[content.kind]];
    case 'offline':
      return [messages.offlineTitle];
    case 'sound_blocked':
      return [messages.soundBlocked];
    default:
      return content satisfies never;
  }
}
