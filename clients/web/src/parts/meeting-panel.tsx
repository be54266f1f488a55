import { Suspense, lazy } from 'react';
import type { Liking } from '../room/remembered.ts';
import type { TogetherState } from '../room/together.ts';
import type { Visit } from '../room/visit.ts';
import type { VisitState } from '../room/visit-state.ts';
import { words } from '../words/words.ts';
import { Panel } from './panel.tsx';
import { PeopleList } from './people-list.tsx';
import { Spinner } from './spinner.tsx';
import type { PanelName } from './use-meeting-actions.ts';

// Needed only when a guest asks for them.
const ChatPanel = lazy(() => import('./chat-panel.tsx').then(({ ChatPanel }) => ({ default: ChatPanel })));
const SettingsPanel = lazy(() => import('./settings-panel.tsx').then(({ SettingsPanel }) => ({ default: SettingsPanel })));
const ShortcutsPanel = lazy(() => import('./shortcuts-panel.tsx').then(({ ShortcutsPanel }) => ({ default: ShortcutsPanel })));

type Props = {
  name: PanelName;
  visit: Visit;
  state: VisitState;
  together: TogetherState;
  liking: Liking;
  like(change: Partial<Liking>): void;
  onClose(): void;
};

export function MeetingPanel(props: Props) {
  return (
    <Suspense fallback={<PanelComing />}>
      <Chosen {...props} />
    </Suspense>
  );
}

function PanelComing() {
  return (
    <aside className="panel panel-coming" aria-busy="true">
      <Spinner />
    </aside>
  );
}

function Chosen({ name, visit, state, together, liking, like, onClose }: Props) {
  switch (name) {
    case 'chat':
      return <ChatPanel visit={visit} together={together} names={state.names} onClose={onClose} />;
    case 'people':
      return (
        <Panel title={words.people} onClose={onClose}>
          <PeopleList people={state.people} hands={together.hands} />
        </Panel>
      );
    case 'settings':
      return <SettingsPanel visit={visit} liking={liking} like={like} onClose={onClose} />;
    case 'help':
      return <ShortcutsPanel liking={liking} like={like} onClose={onClose} />;
    default:
      return name satisfies never;
  }
}
