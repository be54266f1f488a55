// All texts of the page. Every language is an object of this type.
import { enHost } from './en-host.ts';
import type { DeviceError, DeviceKind } from '../../devices/device-error.ts';
import type { SessionError } from '../../session/session-types.ts';
import { enDeviceError, enDeviceNames, enSessionError } from './en-errors.ts';
import type { Translated } from '../page-language.ts';
import { areSeveral, listNames, type Sentence } from '../sentence.ts';

export const en = {
  host: enHost,
  opening: 'Opening the meeting',
  guest: 'Guest',
  you: 'You',
  meetingStarted: 'The meeting is running',
  meetingNotStarted: 'Nobody is here yet',
  transcribedTitle: 'This meeting is transcribed.',
  transcribedHelp: 'What you say becomes text that the organizer can read.',
  transcribedShort: 'Transcribed',
  notTranscribed: 'Not transcribed',
  yourName: 'Your name',
  namePlaceholder: 'How others see you',
  nameMissing: 'Enter your name to join.',
  join: 'Join meeting',
  joining: 'Joining',
  tryAgain: 'Try again',
  checkConnection: 'Check your connection',
  microphone: 'Microphone',
  camera: 'Camera',
  speaker: 'Speaker',
  systemDefault: 'System default',
  sentence: (title: string) => `${title}.`,
  deviceNumber: (kind: string, number: number) => `${kind} ${number}`,
  cameraOff: 'Camera is off',
  cameraStarting: 'Starting camera',
  cameraAsk: 'If your browser asks, choose Allow.',
  microphoneOff: 'You join muted',
  microphoneStarting: 'Starting microphone',
  microphoneOn: 'Microphone is on',
  deviceError: (kind: DeviceKind, error: DeviceError) => enDeviceError[error](enDeviceNames[kind]),
  devicesError: (error: DeviceError) =>
    enDeviceError[error](error === 'missing' ? 'microphone or camera' : 'microphone and camera'),
  sessionError: (error: SessionError) => enSessionError[error],
  muteMicrophone: 'Mute microphone',
  unmuteMicrophone: 'Unmute microphone',
  turnCameraOn: 'Turn camera on',
  turnCameraOff: 'Turn camera off',
  showCaptions: 'Show captions',
  hideCaptions: 'Hide captions',
  captions: 'Captions',
  captionsWait: 'Captions appear here when someone speaks.',
  captionsNone: 'This meeting is not transcribed, so it has no captions.',
  people: 'People',
  peopleList: 'People in the meeting',
  settings: 'Settings',
  leave: 'Leave meeting',
  leaveSharing: {
    title: 'Leave while you share your screen?',
    help: 'The others will no longer see it.',
    stay: 'Stay',
    leave: 'Stop sharing and leave',
  },
  closePanel: 'Close panel',
  controls: 'Meeting controls',
  participants: 'Participants',
  inFront: 'In front',
  morePeople: (count: number) => `${count} more`,
  number: (value: number) => value.toLocaleString('en'),
  chat: 'Chat',
  openChat: 'Open chat',
  closeChat: 'Close chat',
  unread: (count: number) => (count === 1 ? '1 unread message' : `${count} unread messages`),
  chatMessages: 'Chat messages',
  chatEmpty: 'Everyone who is here now sees what you write. Messages are not kept.',
  message: 'Message',
  sendMessage: 'Send message',
  chatError: {
    too_fast: 'You are sending messages too fast. Wait a moment, then send your message again.',
    too_long: 'Not sent: this is too long for one message. Send it in parts.',
    failed: 'Not sent: the connection is down. Send it again when it is back.',
  },
  raiseHand: 'Raise hand',
  lowerHand: 'Lower hand',
  handRaised: 'Hand raised',
  handPlace: (place: number) => `Hand raised, number ${place} in the queue`,
  react: 'Send a reaction',
  reactions: {
    thumbs_up: 'Thumbs up',
    heart: 'Heart',
    laugh: 'Laugh',
    celebrate: 'Celebrate',
    thumbs_down: 'Thumbs down',
    pause: 'I need a break',
  },
  shareScreen: 'Share screen',
  stopSharing: 'Stop sharing',
  sharing: 'Sharing a screen',
  screenOf: (name: string) => `Screen of ${name}`,
  yourScreen: 'Your screen',
  screenComing: 'The screen will appear in a moment',
  notShownAudioOnly: 'Not shown: audio only',
  pin: (what: string) => `Pin ${what}`,
  unpin: (what: string) => `Unpin ${what}`,
  more: 'More actions',
  speakerView: 'Speaker view',
  gridView: 'Grid view',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  pictureInPicture: 'Picture in picture',
  audioOnly: 'Audio only, saves data',
  videoAgain: 'Show video again',
  shortcuts: 'Keyboard shortcuts',
  shortcutNames: {
    microphone: 'Microphone on or off',
    camera: 'Camera on or off',
    share: 'Share screen or stop',
    hand: 'Raise or lower hand',
    captions: 'Captions on or off',
    chat: 'Chat',
    people: 'People',
    view: 'Grid or speaker view',
    fullScreen: 'Full screen',
    help: 'This list',
  },
  shortcutsHelp: 'Single keys work while you are not typing.',
  shortcutsOn: 'Use single-key shortcuts',
  language: 'Language',
  testSound: 'Test sound',
  captionSize: 'Caption size',
  captionSizes: { small: 'Small', medium: 'Medium', large: 'Large' },
  captionPlace: 'Caption position',
  captionPlaces: { bottom: 'Below the people', top: 'Above the people' },
  talkingHint: 'Tell me when I talk while muted',
  talkingHintHelp:
    'Your microphone then stays open on this device while you are muted. No sound is sent.',
  otherTab: {
    title: 'You are already in this meeting',
    help: 'It is open in another tab or window of this browser. Two at once can cause an echo.',
  },
  moveHere: 'Leave there',
  inZone: (time: string) => `In the time zone of the meeting: ${time}`,
  muted: 'Muted',
  speaking: 'Speaking',
  connection: { poor: 'Weak connection', lost: 'Connection lost' },
  alone: 'You are the only one here',
  aloneHelp: 'Others appear as soon as they join.',
  soundBlocked: 'Your browser is blocking the sound.',
  startSound: 'Turn on sound',
  reconnectingTitle: 'Connection lost. Restoring it now.',
  offlineTitle:
    'The meeting cannot be reached. Check your internet connection. This page reconnects by itself.',
  notices: {
    people_joined: (names: readonly string[]): Sentence =>
      names.length > 3
        ? [`${names.length} people joined`]
        : [...listNames('en', names, 'Guest'), ' joined'],
    people_left: (names: readonly string[]): Sentence =>
      names.length > 3
        ? [`${names.length} people left`]
        : [...listNames('en', names, 'Guest'), ' left'],
    transcribed: 'This meeting is transcribed.',
    reconnecting: 'Connection lost. It is being restored.',
    reconnected: 'You are connected again.',
    chat_from: (names: readonly string[]): Sentence => [
      areSeveral(names) ? 'Messages from ' : 'Message from ',
      ...listNames('en', names, 'Guest'),
    ],
    hands_raised: (names: readonly string[]): Sentence => [
      ...listNames('en', names, 'Guest'),
      areSeveral(names) ? ' raised their hands' : ' raised a hand',
    ],
    screens_shared: (names: readonly string[]): Sentence => [
      ...listNames('en', names, 'Guest'),
      areSeveral(names) ? ' are sharing their screens' : ' is sharing a screen',
    ],
    screen_failed:
      'Your screen could not be shared. ' +
      'Allow screen recording for this browser in the system settings, then try again.',
    microphone_changed: 'Your microphone was unplugged. Another one is used now.',
    camera_changed: 'Your camera was unplugged. Another one is used now.',
    microphone_silent:
      'Your microphone gives no sound at all. ' +
      'Check its switch and the system settings, or choose another one in Settings.',
    talking_muted: 'You are muted, but you seem to be talking.',
    microphone_interrupted:
      'Your microphone was interrupted. You are muted now: unmute when you are ready.',
  },
  leftTitle: 'You left the meeting',
  leftHelp: 'You can come back while it is still running.',
  rejoin: 'Rejoin',
  endedTitle: 'The meeting has ended',
  endedHelp: 'Thank you for taking part. You can close this page.',
  refusedTitle: 'This link is not valid or the meeting is over',
  closedHelp:
    'The meeting ended, or the link became invalid, while this page was open. ' +
    'Ask the person who sent you the link.',
  removedHelp:
    'You were taken out of the meeting, or it can no longer be joined. Ask the person who sent you the link.',
  noLinkHelp:
    'The secret part of the link is missing. ' +
    'To protect the meeting, the address bar does not show it: open the link from ' +
    'your invitation again.',
  refusedHelp: 'Check that you opened the whole link, or ask the person who sent it for a new one.',
};

/** Type-checking fails for a language that lacks a text. */
export type Messages = Translated<typeof en>;
