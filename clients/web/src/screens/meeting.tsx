import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AudioLines, ScrollText, Volume2, WifiOff } from 'lucide-preact';
import { CaptionsStrip } from '../captions/captions-strip.tsx';
import { ControlBar } from '../controls/control-bar.tsx';
import { LeaveQuestion } from '../controls/leave-question.tsx';
import { MeetingPanel, usePanelsAhead } from '../controls/meeting-panel.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { Stage } from '../stage/stage.tsx';
import { Toasts } from '../notices/toasts.tsx';
import { useMeetingActions } from '../controls/use-meeting-actions.ts';
import type { PanelName } from '../controls/use-meeting-actions.ts';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import { useWatches } from '../controls/use-microphone-hints.ts';
import { useStore } from '../hooks/use-store.ts';
import { rememberLiking, rememberedLiking } from '../page/preferences.ts';
import type { Liking } from '../page/preferences.ts';
import type { Visit } from '../session/session.ts';
import type { VisitState } from '../session/session-state.ts';
import { words } from '../i18n/messages.ts';

export function Meeting({ state, visit }: { state: VisitState; visit: Visit }) {
  const together = useStore(visit.together.store);
  const main = useRef<HTMLElement>(null);
  const titleId = useId();
  const [liking, setLiking] = useState(rememberedLiking);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const [asksToLeave, setAsksToLeave] = useState(false);
  // Whoever leaves right after a choice finds it again: a plain effect would wait for the next picture.
  useLayoutEffect(() => rememberLiking(liking), [liking]);
  // The button that joined is gone: keys and screen readers begin with the room, by its title.
  useEffect(() => main.current?.focus(), []);
  const like = (change: Partial<Liking>) => setLiking((before) => ({ ...before, ...change }));
  const onPanel = (name: PanelName) => setPanel((open) => (open === name ? null : name));
  const onLeaveSharing = () => setAsksToLeave(true);
  const actions = useMeetingActions({
    visit,
    state,
    together,
    liking,
    like,
    panel,
    onPanel,
    onLeaveSharing,
  });
  useWatches(visit, state, liking.talkingHint);
  useShortcuts(actions, liking.shortcuts);
  usePanelsAhead();
  const { people, names, captions, transcribed } = state;
  return (
    <main
      ref={main}
      tabIndex={-1}
      class="meeting"
      data-panel={panel !== null}
      aria-labelledby={titleId}
    >
      <Header titleId={titleId} state={state} audioOnly={liking.audioOnly} />
      <div class="meeting-body">
        <div class="meeting-centre" data-captions={liking.captionPlace}>
          <Banner state={state} visit={visit} />
          <div class="meeting-stage">
            <Stage
              state={state}
              visit={visit}
              view={liking.speakerView ? 'speaker' : 'grid'}
              audioOnly={liking.audioOnly}
              pinned={pinned}
              onPin={setPinned}
              hands={together.hands}
              reactions={together.reactions}
            />
            <Toasts
              notices={
                panel === 'chat'
                  ? state.notices.filter(({ said }) => said.kind !== 'chat_from')
                  : state.notices
              }
            />
          </div>
          {liking.captions && (
            <CaptionsStrip
              lines={captions}
              names={names}
              transcribed={transcribed}
              size={liking.captionSize}
            />
          )}
        </div>
        {panel !== 'people' && <PeopleList people={people} hands={together.hands} onlyForReaders />}
        {panel !== null && (
          <MeetingPanel
            key={panel}
            name={panel}
            onClose={() => setPanel(null)}
            {...{ visit, state, together, liking, like }}
          />
        )}
      </div>
      <ControlBar visit={visit} actions={actions} />
      {asksToLeave && (
        <LeaveQuestion onStay={() => setAsksToLeave(false)} onLeave={() => void visit.leave()} />
      )}
    </main>
  );
}

function Header({
  titleId,
  state,
  audioOnly,
}: {
  titleId: string;
  state: VisitState;
  audioOnly: boolean;
}) {
  return (
    <header class="meeting-header">
      <h1 id={titleId}>
        <bdi>{state.lobby?.title}</bdi>
      </h1>
      {state.transcribed && (
        <span class="chip">
          <ScrollText aria-hidden="true" />
          {words.transcribedShort}
        </span>
      )}
      {audioOnly && (
        <span class="chip chip-quiet">
          <AudioLines aria-hidden="true" />
          {words.audioOnly}
        </span>
      )}
    </header>
  );
}

/** What stands in the way right now. The status line says it too, so this one is for eyes. */
function Banner({ state, visit }: { state: VisitState; visit: Visit }) {
  if (state.phase === 'reconnecting') {
    return (
      <div class="banner banner-warning" aria-hidden="true">
        <WifiOff />
        {state.offline ? words.offlineTitle : words.reconnectingTitle}
      </div>
    );
  }
  if (!state.soundBlocked) return null;
  return (
    <div class="banner">
      <Volume2 aria-hidden="true" />
      {words.soundBlocked}
      <button type="button" class="button button-small" onClick={() => void visit.startSound()}>
        {words.startSound}
      </button>
    </div>
  );
}
