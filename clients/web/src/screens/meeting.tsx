import { useEffect, useState } from 'react';
import { ScrollText, Volume2, WifiOff } from 'lucide-react';
import { CaptionsStrip } from '../parts/captions-strip.tsx';
import { ControlBar } from '../parts/control-bar.tsx';
import type { PanelName } from '../parts/control-bar.tsx';
import { Panel } from '../parts/panel.tsx';
import { PeopleList } from '../parts/people-list.tsx';
import { SettingsPanel } from '../parts/settings-panel.tsx';
import { Stage } from '../parts/stage.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { rememberCaptions, rememberedCaptions } from '../room/remembered.ts';
import type { Visit } from '../room/visit.ts';
import type { VisitState } from '../room/visit-state.ts';
import { words } from '../words/words.ts';

export function Meeting({ state, visit }: { state: VisitState; visit: Visit }) {
  const [captionsShown, setCaptionsShown] = useState(rememberedCaptions);
  const [panel, setPanel] = useState<PanelName | null>(null);
  useEffect(() => rememberCaptions(captionsShown), [captionsShown]);
  const togglePanel = (name: PanelName) => setPanel((open) => (open === name ? null : name));
  const closePanel = () => setPanel(null);
  return (
    <main className="meeting" data-panel={panel !== null}>
      <header className="meeting-header">
        <h1>
          <bdi>{state.lobby?.title}</bdi>
        </h1>
        {state.transcribed && (
          <span className="chip">
            <ScrollText aria-hidden="true" />
            {words.transcribedShort}
          </span>
        )}
      </header>
      <div className="meeting-body">
        <div className="meeting-centre">
          <Banner state={state} visit={visit} />
          <div className="meeting-stage">
            <Stage people={state.people} visit={visit} />
            <Toasts notices={state.notices} />
          </div>
          {captionsShown && <CaptionsStrip lines={state.captions} names={state.names} transcribed={state.transcribed} />}
        </div>
        {panel === 'people' ? (
          <Panel title={words.people} onClose={closePanel}>
            <PeopleList people={state.people} />
          </Panel>
        ) : (
          <PeopleList people={state.people} onlyForReaders />
        )}
        {panel === 'settings' && <SettingsPanel visit={visit} onClose={closePanel} />}
      </div>
      <ControlBar
        visit={visit}
        people={state.people}
        captionsShown={captionsShown}
        onCaptions={() => setCaptionsShown((shown) => !shown)}
        panel={panel}
        onPanel={togglePanel}
      />
    </main>
  );
}

/** What stands in the way right now. The status line says it too, so this one is for eyes. */
function Banner({ state, visit }: { state: VisitState; visit: Visit }) {
  if (state.phase === 'reconnecting') {
    return (
      <div className="banner banner-warning" aria-hidden="true">
        <WifiOff />
        {state.offline ? words.offlineTitle : words.reconnectingTitle}
      </div>
    );
  }
  if (!state.soundBlocked) return null;
  return (
    <div className="banner">
      <Volume2 aria-hidden="true" />
      {words.soundBlocked}
      <button type="button" className="button button-small" onClick={() => void visit.startSound()}>
        {words.startSound}
      </button>
    </div>
  );
}
