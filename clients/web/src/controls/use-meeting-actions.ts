import {
  AudioLines,
  Captions,
  CaptionsOff,
  Hand,
  Keyboard,
  LayoutGrid,
  Maximize,
  MessageSquareText,
  Mic,
  MicOff,
  Minimize,
  MonitorUp,
  MonitorX,
  Phone,
  PictureInPicture2,
  Presentation,
  Settings,
  Users,
  Video,
  VideoOff,
} from 'lucide-preact';
import type { LucideIcon } from 'lucide-preact';
import type { Liking } from '../page/preferences.ts';
import { SHORTCUTS } from './shortcuts.ts';
import type { TogetherState } from '../chat/room-messages.ts';
import type { Visit } from '../session/session.ts';
import type { VisitState } from '../session/session-state.ts';
import { words } from '../i18n/messages.ts';
import { showPictureInPicture } from '../stage/picture-in-picture.ts';
import { useFullScreen } from '../hooks/use-full-screen.ts';

export type PanelName = 'chat' | 'people' | 'settings' | 'help';
export type Action = {
  name: string;
  icon: LucideIcon;
  look: 'plain' | 'off' | 'active' | 'leave';
  run(): void;
  /** The key that does the same. */
  key?: string;
  expanded?: boolean;
  count?: number;
  /** What `count` means, for screen readers. */
  counted?: string;
};
export type ActionName =
  | 'microphone' | 'camera' | 'captions' | 'share' | 'hand' | 'chat' | 'people' | 'settings' // prettier-ignore
  | 'view' | 'fullScreen' | 'pictureInPicture' | 'audioOnly' | 'help' | 'leave'; // prettier-ignore
export type Actions = Partial<Record<ActionName, Action>>;

type Room = {
  visit: Visit;
  state: VisitState;
  together: TogetherState;
  liking: Liking;
  like(change: Partial<Liking>): void;
  panel: PanelName | null;
  onPanel(name: PanelName): void;
  /** The guest leaves, and the others would lose the screen that they look at. */
  onLeaveSharing(): void;
};

/** Everything that a guest can do in the room, once: the bar, the menu and the keys show and run these. What a browser lacks is missing. */
export function useMeetingActions(room: Room): Actions {
  return { ...deviceActions(room), ...panelActions(room), ...useViewActions(room) };
}

function deviceActions({ visit, state, together, onLeaveSharing }: Room): Actions {
  const self = state.people.find(({ isSelf }) => isSelf);
  const microphoneOn = self?.microphoneOn ?? false;
  const cameraOn = self !== undefined && self.videoRef !== null;
  const sharing = self?.sharing ?? false;
  const handUp = self !== undefined && together.hands.has(self.ref);
  const share: Action = {
    name: sharing ? words.stopSharing : words.shareScreen,
    icon: sharing ? MonitorX : MonitorUp,
    look: sharing ? 'active' : 'plain',
    run: () => void visit.devices.shareScreen(!sharing),
    key: SHORTCUTS.share,
  };
  return {
    microphone: {
      name: microphoneOn ? words.muteMicrophone : words.unmuteMicrophone,
      icon: microphoneOn ? Mic : MicOff,
      look: microphoneOn ? 'plain' : 'off',
      run: () => void visit.devices.turn('microphone', !microphoneOn),
      key: SHORTCUTS.microphone,
    },
    camera: {
      name: cameraOn ? words.turnCameraOff : words.turnCameraOn,
      icon: cameraOn ? Video : VideoOff,
      look: cameraOn ? 'plain' : 'off',
      run: () => void visit.devices.turn('camera', !cameraOn),
      key: SHORTCUTS.camera,
    },
    ...('getDisplayMedia' in (navigator.mediaDevices ?? {}) ? { share } : {}),
    hand: {
      name: handUp ? words.lowerHand : words.raiseHand,
      icon: Hand,
      look: handUp ? 'active' : 'plain',
      run: () => void visit.together.raiseHand(!handUp),
      key: SHORTCUTS.hand,
    },
    leave: {
      name: words.leave,
      icon: Phone,
      look: 'leave',
      run: () => (sharing ? onLeaveSharing() : void visit.leave()),
    },
  };
}

function panelActions({ state, together: { unread }, panel, onPanel }: Room): Actions {
  const open = (name: PanelName) => ({
    look: panel === name ? ('active' as const) : ('plain' as const),
    expanded: panel === name,
    run: () => onPanel(name),
  });
  const counted = unread > 0 ? { count: unread, counted: words.unread(unread) } : {};
  return {
    chat: {
      name: panel === 'chat' ? words.closeChat : words.openChat,
      icon: MessageSquareText,
      key: SHORTCUTS.chat,
      ...open('chat'),
      ...counted,
    },
    people: {
      name: words.people,
      icon: Users,
      key: SHORTCUTS.people,
      count: state.people.length,
      ...open('people'),
    },
    settings: { name: words.settings, icon: Settings, ...open('settings') },
    help: { name: words.shortcuts, icon: Keyboard, key: SHORTCUTS.help, ...open('help') },
  };
}

function useViewActions({ visit, liking, like }: Room): Actions {
  const { isFull, canBeFull, toggleFull } = useFullScreen();
  const { captions, speakerView, audioOnly } = liking;
  const fullScreen: Action = {
    name: isFull ? words.leaveFullScreen : words.fullScreen,
    icon: isFull ? Minimize : Maximize,
    look: 'plain',
    run: toggleFull,
    key: SHORTCUTS.fullScreen,
  };
  const pictureInPicture: Action = {
    name: words.pictureInPicture,
    icon: PictureInPicture2,
    look: 'plain',
    run: () => void showPictureInPicture(),
  };
  const saveNetwork = () => {
    like({ audioOnly: !audioOnly });
    if (!audioOnly) void visit.devices.turn('camera', false);
  };
  return {
    captions: {
      name: captions ? words.hideCaptions : words.showCaptions,
      icon: captions ? Captions : CaptionsOff,
      look: captions ? 'active' : 'plain',
      run: () => like({ captions: !captions }),
      key: SHORTCUTS.captions,
    },
    view: {
      name: speakerView ? words.gridView : words.speakerView,
      icon: speakerView ? LayoutGrid : Presentation,
      look: 'plain',
      run: () => like({ speakerView: !speakerView }),
      key: SHORTCUTS.view,
    },
    audioOnly: {
      name: audioOnly ? words.videoAgain : words.audioOnly,
      icon: AudioLines,
      look: audioOnly ? 'active' : 'plain',
      run: saveNetwork,
    },
    ...(canBeFull ? { fullScreen } : {}),
    ...(document.pictureInPictureEnabled ? { pictureInPicture } : {}),
  };
}
