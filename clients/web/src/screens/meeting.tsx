import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  AudioLines,
  CaptionsOff,
  Lock,
  MessageSquareOff,
  ScrollText,
  Volume2,
  WifiOff,
} from 'lucide-preact';
import { CaptionsStrip } from '../captions/captions-strip.tsx';
import { ControlBar } from '../controls/control-bar.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { MeetingPanel, usePreloadPanels } from '../controls/meeting-panel.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { WaitingRoom } from '../host/waiting-room.tsx';
import { Stage } from '../stage/stage.tsx';
import { Toasts } from '../notices/toasts.tsx';
import { type PanelName, useMeetingActions } from '../controls/use-meeting-actions.ts';
import { useMicrophoneHints } from '../controls/use-microphone-hints.ts';
import { loadPreferences, type Preferences, savePreferences } from '../page/preferences.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-types.ts';
import { messages } from '../i18n/messages.ts';
import { useFocusFallback } from '../hooks/use-focus-fallback.ts';
import { useStore, useWakeLock } from '../hooks/browser-hooks.ts';
import { useShortcuts } from '../controls/shortcuts.ts';

export function Meeting({ state, session }: { state: SessionState; session: Session }) {
  const roomMessages = useStore(session.roomMessages.store);
  const main = useRef<HTMLElement>(null);
  const titleId = useId();
  const [preferences, setPreferences] = useState(loadPreferences);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [asksToLeave, setAsksToLeave] = useState(false);
  // A layout effect: a plain one would be lost when the guest leaves right after the change.
  useLayoutEffect(() => savePreferences(preferences), [preferences]);
  // The join button is gone: keyboard and screen reader continue in the room.
  useEffect(() => main.current?.focus(), []);
  const changePreferences = (change: Partial<Preferences>) =>
    setPreferences((before) => ({ ...before, ...change }));
  const onPanel = (name: PanelName) => setPanel((open) => (open === name ? null : name));
  const onMore = () => setPanel('people');
  const onLeaveSharing = () => setAsksToLeave(true);
  const actions = useMeetingActions({
    session,
    state,
    roomMessages,
    preferences,
    changePreferences,
    panel,
    onPanel,
    onLeaveSharing,
  });
  useWakeLock();
  useMicrophoneHints(session, state, preferences.talkingHint);
  useShortcuts(actions, preferences.shortcuts);
  usePreloadPanels();
  return (
    <main
      ref={main}
      tabIndex={-1}
      class="meeting"
      data-panel={panel !== null}
      aria-labelledby={titleId}
    >
      <Header titleId={titleId} state={state} audioOnly={preferences.audioOnly} />
      <div class="meeting-body">
        <div class="meeting-center" data-captions={preferences.captionPlace}>
          <Banner state={state} session={session} />
          <MeetingStage {...{ state, session, preferences, panel, onMore }} />
          {preferences.captions && (
            <CaptionsStrip
              lines={state.captions}
              names={state.names}
              transcribed={state.transcribed}
              size={preferences.captionSize}
            />
          )}
        </div>
        {panel !== 'people' && <PeopleList people={state.people} visuallyHidden />}
        {panel !== null && (
          <MeetingPanel
            key={panel}
            name={panel}
            onClose={() => setPanel(null)}
            {...{ session, state, roomMessages, preferences, changePreferences }}
          />
        )}
      </div>
      <ControlBar session={session} actions={actions} chat={state.chat} />
      {asksToLeave && (
        <LeaveDialog onClose={() => setAsksToLeave(false)} onLeave={() => void session.leave()} />
      )}
    </main>
  );
}

type StageProps = {
  state: SessionState;
  session: Session;
  preferences: Preferences;
  panel: PanelName | null;
  onMore(): void;
};

function MeetingStage({ state, session, preferences, panel, onMore }: StageProps) {
  const { reactions } = useStore(session.roomMessages.store);
  const [pinned, setPinned] = useState<string | null>(null);
  const waiting = state.waitingRoom?.waiting ?? [];
  // The open chat shows who wrote. Who was admitted no longer waits.
  const notices = state.notices.filter(
    ({ content: { kind } }) =>
      !(kind === 'chat_from' && panel === 'chat') &&
      !(kind === 'people_waiting' && waiting.length === 0),
  );
  return (
    <>
      <WaitingRoom waiting={waiting} session={session} />
      <div class="meeting-stage">
        <Stage
          view={preferences.speakerView ? 'speaker' : 'grid'}
          audioOnly={preferences.audioOnly}
          onPin={setPinned}
          {...{ state, session, pinned, onMore, reactions }}
        />
        <Toasts notices={notices} />
      </div>
    </>
  );
}

function Header({
  titleId,
  state,
  audioOnly,
}: {
  titleId: string;
  state: SessionState;
  audioOnly: boolean;
}) {
  const isDeclined = state.people.some(({ isSelf, consent }) => isSelf && consent === 'declined');
  return (
    <header class="meeting-header">
      <h1 id={titleId}>
        <bdi>{state.lobby?.title}</bdi>
      </h1>
      {state.transcribed ? (
        <span class="chip">
          <ScrollText aria-hidden="true" />
          {isDeclined ? messages.host.consent.exceptYou : messages.transcribedShort}
        </span>
      ) : (
        <span class="chip chip-quiet">
          <CaptionsOff aria-hidden="true" />
          {messages.notTranscribed}
        </span>
      )}
      {state.waitingRoom?.locked === true && (
        <span class="chip chip-quiet">
          <Lock aria-hidden="true" />
          {messages.host.locked}
        </span>
      )}
      {!state.chat && (
        <span class="chip chip-quiet">
          <MessageSquareOff aria-hidden="true" />
          {messages.host.chatOff}
        </span>
      )}
      {audioOnly && (
        <span class="chip chip-quiet">
          <AudioLines aria-hidden="true" />
          {messages.audioOnly}
        </span>
      )}
    </header>
  );
}

/** Shown only when the others would lose something, such as a shared screen. */
function LeaveDialog({ onClose, onLeave }: { onClose(): void; onLeave(): void }) {
  const { title, help, stay, leave } = messages.leaveSharing;
  return <ConfirmDialog {...{ title, help, stay, onClose }} go={leave} onGo={onLeave} />;
}

/** A problem that lasts. Hidden from screen readers, which read it in the status line. */
function Banner({ state, session }: { state: SessionState; session: Session }) {
  if (state.phase === 'reconnecting') {
    return (
      <div class="banner banner-warning" aria-hidden="true">
        <WifiOff />
        {state.offline ? messages.offlineTitle : messages.reconnectingTitle}
      </div>
    );
  }
  return state.soundBlocked ? <SoundBanner session={session} /> : null;
}

function SoundBanner({ session }: { session: Session }) {
  const banner = useFocusFallback<HTMLDivElement>('main');
  return (
    <div ref={banner} class="banner">
      <Volume2 aria-hidden="true" />
      {messages.soundBlocked}
      <button type="button" class="button button-small" onClick={() => void session.startSound()}>
        {messages.startSound}
      </button>
    </div>
  );
}
