// Every word of the page. Another language is another object of this type.
import type { DeviceKind, DeviceTrouble } from '../room/device-trouble.ts';
import type { VisitTrouble } from '../room/visit-state.ts';

/** A sentence in pieces: names stand apart, so that the page can keep them from turning the sentence's direction. */
export type Sentence = readonly (string | { name: string })[];

function listNames(names: readonly string[]): Sentence {
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  return list.formatToParts(names.map((name) => name || 'Guest')).map(({ type, value }) => (type === 'element' ? { name: value } : value));
}

const deviceNames: Record<DeviceKind, string> = { microphone: 'microphone', camera: 'camera' };

const deviceTrouble: Record<DeviceTrouble, (device: string) => { title: string; help: string }> = {
  insecure_page: (device) => ({
    title: `A secure page is needed for your ${device}`,
    help: 'Browsers allow it only on addresses that begin with https. Ask whoever sent you the link.',
  }),
  old_browser: (device) => ({
    title: `This browser cannot use your ${device}`,
    help: 'Open the link in a current Chrome, Edge, Firefox or Safari.',
  }),
  denied: (device) => ({
    title: `This page may not use your ${device}`,
    help: 'Allow it in the site settings beside the address, then try again.',
  }),
  denied_by_system: (device) => ({
    title: `Your system blocks the ${device}`,
    help: 'Allow this browser to use it in the privacy settings of your computer or phone, then try again.',
  }),
  not_answered: (device) => ({
    title: `Your browser asks about the ${device}`,
    help: 'Try again and choose Allow.',
  }),
  missing: (device) => ({ title: `No ${device} found`, help: 'Connect one and try again. You can also take part without it.' }),
  busy: (device) => ({
    title: `Another app is using your ${device}`,
    help: 'Close that app or tab, then try again.',
  }),
  unknown: (device) => ({ title: `Could not start your ${device}`, help: 'Try again, or choose another one.' }),
};

const visitTrouble: Record<VisitTrouble, { title: string; help: string }> = {
  unreachable: { title: 'The meeting cannot be reached', help: 'Check your internet connection, then try again.' },
  unavailable: { title: 'The meeting service is busy', help: 'Wait a moment, then try again.' },
  media_unreachable: {
    title: 'Sound and video could not connect',
    help: 'A firewall or VPN may be in the way. Try again, or use another network.',
  },
  name_refused: { title: 'This name cannot be used', help: 'Enter another name.' },
  taken_over: { title: 'You joined from somewhere else', help: 'This connection was replaced by a newer one.' },
  lost: { title: 'The connection was lost', help: 'It did not come back by itself. Check your internet connection, then join again.' },
};

export const en = {
  productName: 'Parley',
  opening: 'Opening the meeting',
  guest: 'Guest',
  you: 'You',
  meetingStarted: 'The meeting is running',
  meetingNotStarted: 'Nobody is here yet',
  transcribedTitle: 'This meeting is transcribed.',
  transcribedHelp: 'What you say becomes text that the organiser can read.',
  transcribedShort: 'Transcribed',
  yourName: 'Your name',
  namePlaceholder: 'How others see you',
  nameMissing: 'Enter your name to join.',
  join: 'Join meeting',
  joining: 'Joining',
  tryAgain: 'Try again',
  microphone: 'Microphone',
  camera: 'Camera',
  speaker: 'Speaker',
  systemDefault: 'System default',
  deviceNumber: (kind: string, number: number) => `${kind} ${number}`,
  cameraOff: 'Camera is off',
  cameraStarting: 'Starting camera',
  cameraAsk: 'If your browser asks, choose Allow.',
  microphoneOff: 'You join muted',
  microphoneStarting: 'Starting microphone',
  microphoneHears: 'Microphone is on',
  deviceTrouble: (kind: DeviceKind, trouble: DeviceTrouble) => deviceTrouble[trouble](deviceNames[kind]),
  devicesTrouble: (trouble: DeviceTrouble) =>
    deviceTrouble[trouble](trouble === 'missing' ? 'microphone or camera' : 'microphone and camera'),
  visitTrouble: (trouble: VisitTrouble) => visitTrouble[trouble],
  muteMicrophone: 'Mute microphone',
  unmuteMicrophone: 'Unmute microphone',
  turnCameraOn: 'Turn camera on',
  turnCameraOff: 'Turn camera off',
  showCaptions: 'Show captions',
  hideCaptions: 'Hide captions',
  captions: 'Captions',
  captionsWait: 'Captions appear here when somebody speaks.',
  captionsNone: 'This meeting is not transcribed, so it has no captions.',
  people: 'People',
  peopleList: 'People in the meeting',
  settings: 'Settings',
  leave: 'Leave meeting',
  close: (panel: string) => `Close ${panel.toLowerCase()}`,
  controls: 'Meeting controls',
  participants: 'Participants',
  morePeople: (count: number) => `${count} more`,
  muted: 'Muted',
  speaking: 'Speaking',
  connection: { poor: 'Weak connection', lost: 'Connection lost' },
  alone: 'You are the only one here',
  aloneHelp: 'Others appear as soon as they join.',
  soundBlocked: 'Your browser holds back the sound.',
  startSound: 'Turn on sound',
  reconnectingTitle: 'Connection lost. Restoring it now.',
  offlineTitle: 'The meeting cannot be reached. Trying again until your connection is back.',
  said: {
    people_joined: (names: readonly string[]): Sentence =>
      names.length > 3 ? [`${names.length} people joined`] : [...listNames(names), ' joined'],
    people_left: (names: readonly string[]): Sentence =>
      names.length > 3 ? [`${names.length} people left`] : [...listNames(names), ' left'],
    transcribed: 'This meeting is transcribed.',
    reconnecting: 'Connection lost. It is being restored.',
    reconnected: 'You are connected again.',
  },
  leftTitle: 'You left the meeting',
  leftHelp: 'You can come back as long as it runs.',
  rejoin: 'Rejoin',
  endedTitle: 'The meeting has ended',
  endedHelp: 'Thank you for taking part. You can close this page.',
  refusedTitle: 'This link is not valid or the meeting is over',
  refusedHelp: 'Check that you opened the whole link, or ask whoever sent it for a new one.',
};

export type Words = typeof en;
