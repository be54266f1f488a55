import {
  AudioLines,
  Captions,
  CaptionsOff,
  Hand,
  Keyboard,
  LayoutGrid,
  type LucideIcon,
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
import type { Preferences } from '../page/preferences.ts';
import { SHORTCUTS } from './shortcuts.ts';
import { hasHandUp } from '../people/person.ts';
import type { RoomMessagesState } from '../room-messages/room-messages.ts';
import type { Session } from '../session/session.ts';
import type { SessionState } from '../session/session-types.ts';
import { messages } from '../i18n/messages.ts';
import { useFullScreen } from '../hooks/browser-hooks.ts';

export type PanelName = 'chat' | 'people' | 'settings' | 'help';
export type Action = {
  name: string;
  icon: LucideIcon;
  look: 'plain' | 'off' | 'active' | 'leave';
  run(): void;
  /** The keyboard shortcut. */
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

type ActionContext = {
  session: Session;
  state: SessionState;
  roomMessages: RoomMessagesState;
  preferences: Preferences;
  changePreferences(change: Partial<Preferences>): void;
  panel: PanelName | null;
  onPanel(name: PanelName): void;
  /** Called when the guest leaves while sharing a screen. */
  onLeaveSharing(): void;
};

/**
 * Everything a guest can do in the room, for the control bar, the menu and the shortcuts. Without
 * what the browser lacks.
 */
export function useMeetingActions(context: ActionContext): Actions {
  return { ...deviceActions(context), ...panelActions(context), ...useViewActions(context) };
}

function deviceActions({ session, state, onLeaveSharing }: ActionContext): Actions {
  const self = state.people.find(({ isSelf }) => isSelf);
  const microphoneOn = self?.microphoneOn ?? false;
  const cameraOn = self !== undefined && self.videoRef !== null;
  const sharing = self?.sharing ?? false;
  const locked = self?.lockedSources ?? '';
  const handUp = self !== undefined && hasHandUp(self);
  const share: Action = {
    name: sharing ? messages.stopSharing : messages.shareScreen,
    icon: sharing ? MonitorX : MonitorUp,
    look: sharing ? 'active' : 'plain',
    run: () => void session.devices.shareScreen(!sharing),
    key: SHORTCUTS.share,
  };
  return {
    microphone: {
      name: microphoneOn ? messages.muteMicrophone : messages.unmuteMicrophone,
      icon: microphoneOn ? Mic : MicOff,
      look: microphoneOn ? 'plain' : 'off',
      run: () =>
        locked.includes('microphone')
          ? session.actions.sayLocked()
          : void session.devices.turn('microphone', !microphoneOn),
      key: SHORTCUTS.microphone,
    },
    camera: {
      name: cameraOn ? messages.turnCameraOff : messages.turnCameraOn,
      icon: cameraOn ? Video : VideoOff,
      look: cameraOn ? 'plain' : 'off',
      run: () =>
        locked.includes('camera')
          ? session.actions.sayLocked()
          : void session.devices.turn('camera', !cameraOn),
      key: SHORTCUTS.camera,
    },
    ...('getDisplayMedia' in (navigator.mediaDevices ?? {}) && !locked.includes('screen')
      ? { share }
      : {}),
    hand: {
      name: handUp ? messages.lowerHand : messages.raiseHand,
      icon: Hand,
      look: handUp ? 'active' : 'plain',
      run: () => void session.actions.raiseHand(!handUp),
      key: SHORTCUTS.hand,
    },
    leave: {
      name: messages.leave,
      icon: Phone,
      look: 'leave',
      run: () => (sharing ? onLeaveSharing() : void session.leave()),
    },
  };
}

function panelActions({ state, roomMessages: { unread }, panel, onPanel }: ActionContext): Actions {
  const open = (name: PanelName) => ({
    look: panel === name ? ('active' as const) : ('plain' as const),
    expanded: panel === name,
    run: () => onPanel(name),
  });
  const counted = unread > 0 ? { count: unread, counted: messages.unread(unread) } : {};
  const chat: Action = {
    name: panel === 'chat' ? messages.closeChat : messages.openChat,
    icon: MessageSquareText,
    key: SHORTCUTS.chat,
    ...open('chat'),
    ...counted,
  };
  return {
    ...(state.chat ? { chat } : {}),
    people: {
      name: messages.people,
      icon: Users,
      key: SHORTCUTS.people,
      count: state.people.length,
      ...open('people'),
    },
    settings: { name: messages.settings, icon: Settings, ...open('settings') },
    help: { name: messages.shortcuts, icon: Keyboard, key: SHORTCUTS.help, ...open('help') },
  };
}

function useViewActions({ session, preferences, changePreferences }: ActionContext): Actions {
  const { isFull, canBeFull, toggleFull } = useFullScreen();
  const { captions, speakerView, audioOnly } = preferences;
  const fullScreen: Action = {
    name: isFull ? messages.leaveFullScreen : messages.fullScreen,
    icon: isFull ? Minimize : Maximize,
    look: 'plain',
    run: toggleFull,
    key: SHORTCUTS.fullScreen,
  };
  const pictureInPicture: Action = {
    name: messages.pictureInPicture,
    icon: PictureInPicture2,
    look: 'plain',
    run: () => void showPictureInPicture(),
  };
  const toggleAudioOnly = () => {
    changePreferences({ audioOnly: !audioOnly });
    if (!audioOnly) void session.devices.turn('camera', false);
  };
  return {
    captions: {
      name: captions ? messages.hideCaptions : messages.showCaptions,
      icon: captions ? Captions : CaptionsOff,
      look: captions ? 'active' : 'plain',
      run: () => changePreferences({ captions: !captions }),
      key: SHORTCUTS.captions,
    },
    view: {
      name: speakerView ? messages.gridView : messages.speakerView,
      icon: speakerView ? LayoutGrid : Presentation,
      look: 'plain',
      run: () => changePreferences({ speakerView: !speakerView }),
      key: SHORTCUTS.view,
    },
    audioOnly: {
      name: audioOnly ? messages.videoAgain : messages.audioOnly,
      icon: AudioLines,
      look: audioOnly ? 'active' : 'plain',
      run: toggleAudioOnly,
    },
    ...(canBeFull ? { fullScreen } : {}),
    ...(document.pictureInPictureEnabled ? { pictureInPicture } : {}),
  };
}

/** Shows the first video of another person in a floating window. A second call closes it. */
async function showPictureInPicture(): Promise<void> {
  try {
    if (document.pictureInPictureElement !== null) return await document.exitPictureInPicture();
    const videos = [...document.querySelectorAll<HTMLVideoElement>('.stage video')].filter(
      ({ readyState }) => readyState > 0,
    );
    const video = videos.find(({ className }) => className !== 'mirrored') ?? videos[0];
    await video?.requestPictureInPicture();
  } catch {
    // The browser or the guest refused.
  }
}
