import { useId } from 'preact/hooks';
import { Ellipsis, SmilePlus } from 'lucide-preact';
import { REACTIONS } from '../room-messages/guest-message.ts';
import type { Session } from '../session/session.ts';
import { messages } from '../i18n/messages.ts';
import { Popup } from '../components/popup.tsx';
import { ReactionIcon } from '../room-messages/reaction-icon.tsx';
import type { Action, ActionName, Actions } from './use-meeting-actions.ts';
import { useMediaQuery } from '../hooks/browser-hooks.ts';

type Names = readonly ActionName[];
type Layout = { middle: Names; end: Names; more: Names; reactions: 'button' | 'in menu' };

const WIDE: Layout = {
  middle: ['microphone', 'camera', 'captions', 'share', 'hand'],
  end: ['chat', 'people', 'settings'],
  more: ['view', 'fullScreen', 'pictureInPicture', 'audioOnly', 'help'],
  reactions: 'button',
};
/** On a phone, the bar holds the most urgent buttons and the menu the rest. */
const NARROW: Layout = {
  middle: ['microphone', 'camera', 'hand'],
  end: ['chat'],
  more: [
    'people',
    'captions',
    'share',
    'view',
    'fullScreen',
    'pictureInPicture',
    'audioOnly',
    'settings',
    'help',
  ],
  reactions: 'in menu',
};

type Props = {
  session: Session;
  actions: Actions;
  /** Whether this meeting has messages and reactions. */
  chat: boolean;
};

export function ControlBar({ session, actions, chat }: Props) {
  const narrow = useMediaQuery('(max-width: 860px), (max-height: 560px)');
  const { middle, end, more, reactions } = narrow ? NARROW : WIDE;
  const menu = (
    <Popup name={messages.more} icon={Ellipsis}>
      {chat && reactions === 'in menu' && <ReactionRow session={session} />}
      <MenuRows actions={actions} names={more} />
    </Popup>
  );
  return (
    <section class="controls" aria-label={messages.controls}>
      <div class="controls-middle">
        <Controls actions={actions} names={middle} />
        {chat && reactions === 'button' && (
          <Popup name={messages.react} icon={SmilePlus}>
            <ReactionRow session={session} />
          </Popup>
        )}
        {!narrow && menu}
        <Controls actions={actions} names={['leave']} />
      </div>
      <div class="controls-end">
        <Controls actions={actions} names={end} />
        {narrow && menu}
      </div>
    </section>
  );
}

function Controls({ actions, names }: { actions: Actions; names: Names }) {
  return names.map((name) => {
    const action = actions[name];
    return action === undefined ? null : <Control key={name} action={action} />;
  });
}

function Control({
  action: { name, icon: Icon, look, run, key, expanded, count, counted },
}: {
  action: Action;
}) {
  const id = useId();
  const title = key === undefined ? name : `${name} (${key})`;
  return (
    <button
      type="button"
      class="round control"
      data-look={look}
      aria-label={name}
      title={title}
      aria-keyshortcuts={key}
      aria-expanded={expanded}
      aria-describedby={counted === undefined ? undefined : id}
      onClick={run}
    >
      <Icon aria-hidden="true" />
      {count !== undefined && (
        <span
          class="control-count"
          data-count={count > 99 ? '99+' : messages.number(count)}
          aria-hidden="true"
        />
      )}
      {counted !== undefined && (
        <span id={id} hidden>
          {counted}
        </span>
      )}
    </button>
  );
}

function MenuRows({ actions, names }: { actions: Actions; names: Names }) {
  return names.map((name) => {
    const action = actions[name];
    if (action === undefined) return null;
    const Icon = action.icon;
    return (
      <button
        key={name}
        type="button"
        class="menu-row"
        data-look={action.look}
        aria-expanded={action.expanded}
        onClick={action.run}
      >
        <Icon aria-hidden="true" />
        {action.name}
      </button>
    );
  });
}

function ReactionRow({ session }: { session: Session }) {
  return (
    <div class="reaction-row">
      {REACTIONS.map((reaction) => (
        <button
          key={reaction}
          type="button"
          class="plain reaction"
          aria-label={messages.reactions[reaction]}
          title={messages.reactions[reaction]}
          onClick={() => void session.roomMessages.react(reaction)}
        >
          <ReactionIcon reaction={reaction} />
        </button>
      ))}
    </div>
  );
}
