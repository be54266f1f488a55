import { Captions, CaptionsOff, Mic, MicOff, Phone, Settings, Users, Video, VideoOff } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Person } from '../room/person.ts';
import type { Visit } from '../room/visit.ts';
import { words } from '../words/words.ts';

export type PanelName = 'people' | 'settings';

type Props = {
  visit: Visit;
  people: readonly Person[];
  captionsShown: boolean;
  onCaptions(): void;
  panel: PanelName | null;
  onPanel(name: PanelName): void;
};

export function ControlBar({ visit, people, captionsShown, onCaptions, panel, onPanel }: Props) {
  const self = people.find(({ isSelf }) => isSelf);
  const microphoneOn = self?.microphoneOn ?? false;
  const cameraOn = self !== undefined && self.videoRef !== null;
  return (
    <section className="controls" aria-label={words.controls}>
      <div className="controls-middle">
        <Control
          name={microphoneOn ? words.muteMicrophone : words.unmuteMicrophone}
          icon={microphoneOn ? Mic : MicOff}
          look={microphoneOn ? 'plain' : 'off'}
          onClick={() => void visit.turn('microphone', !microphoneOn)}
        />
        <Control
          name={cameraOn ? words.turnCameraOff : words.turnCameraOn}
          icon={cameraOn ? Video : VideoOff}
          look={cameraOn ? 'plain' : 'off'}
          onClick={() => void visit.turn('camera', !cameraOn)}
        />
        <Control
          name={captionsShown ? words.hideCaptions : words.showCaptions}
          icon={captionsShown ? Captions : CaptionsOff}
          look={captionsShown ? 'active' : 'plain'}
          onClick={onCaptions}
        />
        <Control name={words.leave} icon={Phone} look="leave" onClick={() => void visit.leave()} />
      </div>
      <div className="controls-end">
        <Control
          name={words.people}
          icon={Users}
          look={panel === 'people' ? 'active' : 'plain'}
          count={people.length}
          expanded={panel === 'people'}
          onClick={() => onPanel('people')}
        />
        <Control
          name={words.settings}
          icon={Settings}
          look={panel === 'settings' ? 'active' : 'plain'}
          expanded={panel === 'settings'}
          onClick={() => onPanel('settings')}
        />
      </div>
    </section>
  );
}

type ControlProps = {
  name: string;
  icon: LucideIcon;
  look: 'plain' | 'off' | 'active' | 'leave';
  count?: number;
  expanded?: boolean;
  onClick(): void;
};

function Control({ name, icon: Icon, look, count, expanded, onClick }: ControlProps) {
  return (
    <button
      type="button"
      className="round control"
      data-look={look}
      aria-label={name}
      title={name}
      aria-expanded={expanded}
      onClick={onClick}
    >
      <Icon aria-hidden="true" />
      {count !== undefined && (
        <span className="control-count" aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}
