import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import type { Preferences } from '../page/preferences.ts';
import type { RoomMessagesState } from '../room-messages/room-messages.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-types.ts';
import { messages } from '../i18n/messages.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { HostControls } from '../host/host-controls.tsx';
import { Panel } from '../components/panel.tsx';
import { PeopleList } from '../people/people-list.tsx';
import type { PanelName } from './use-meeting-actions.ts';
import { whenIdle } from '../page/when-idle.ts';
import { Spinner } from '../components/brand.tsx';

// Loaded when a guest opens them, or when the page is idle.
const loadChat = () =>
  import('../chat/chat-panel.tsx').then(({ ChatPanel }) => ({ default: ChatPanel }));
const loadSettings = () =>
  import('./settings-panel.tsx').then(({ SettingsPanel }) => ({ default: SettingsPanel }));
const loadShortcuts = () =>
  import('./shortcuts-panel.tsx').then(({ ShortcutsPanel }) => ({ default: ShortcutsPanel }));
const lazyPanels = () => ({
  Chat: lazy(loadChat),
  Settings: lazy(loadSettings),
  Shortcuts: lazy(loadShortcuts),
});
let panels = lazyPanels();

type Props = {
  name: PanelName;
  session: Session;
  state: SessionState;
  roomMessages: RoomMessagesState;
  preferences: Preferences;
  changePreferences(change: Partial<Preferences>): void;
  onClose(): void;
};

/** A panel that cannot be loaded does not end the meeting. */
export function MeetingPanel(props: Props) {
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <PanelFailed name={props.name} onClose={props.onClose} onRetry={() => setFailed(false)} />
    );
  const fail = () => {
    // A lazy component that failed to load stays failed.
    panels = lazyPanels();
    setFailed(true);
  };
  return (
    <ErrorBoundary onFailed={fail}>
      <Suspense fallback={<PanelLoading />}>
        <PanelContent {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Loads the panels early, so that they open even while the connection is lost. */
export function usePreloadPanels(): void {
  useEffect(
    () =>
      whenIdle(() => {
        for (const load of [loadChat, loadSettings, loadShortcuts]) load().catch(() => undefined);
      }),
    [],
  );
}

function PanelFailed({
  name,
  onClose,
  onRetry,
}: {
  name: PanelName;
  onClose(): void;
  onRetry(): void;
}) {
  const title = {
    chat: messages.chat,
    people: messages.people,
    settings: messages.settings,
    help: messages.shortcuts,
  }[name];
  return (
    <Panel title={title} onClose={onClose}>
      <div class="panel-failed">
        <p>{messages.sessionError('unreachable').help}</p>
        <button type="button" class="button" onClick={onRetry}>
          {messages.tryAgain}
        </button>
      </div>
    </Panel>
  );
}

function PanelLoading() {
  return (
    <aside class="panel panel-coming" aria-busy="true">
      <Spinner />
    </aside>
  );
}

function PanelContent({
  name,
  session,
  state,
  roomMessages,
  preferences,
  changePreferences,
  onClose,
}: Props) {
  const { Chat, Settings, Shortcuts } = panels;
  switch (name) {
    case 'chat':
      return (
        <Chat session={session} roomMessages={roomMessages} names={state.names} onClose={onClose} />
      );
    case 'people':
      return (
        <Panel title={messages.people} onClose={onClose}>
          {state.waitingRoom !== null && (
            <HostControls locked={state.waitingRoom.locked} session={session} />
          )}
          <PeopleList
            people={state.people}
            session={state.waitingRoom === null ? undefined : session}
          />
        </Panel>
      );
    case 'settings':
      return (
        <Settings
          session={session}
          preferences={preferences}
          changePreferences={changePreferences}
          onClose={onClose}
        />
      );
    case 'help':
      return (
        <Shortcuts
          preferences={preferences}
          changePreferences={changePreferences}
          onClose={onClose}
        />
      );
    default:
      return name satisfies never;
  }
}
