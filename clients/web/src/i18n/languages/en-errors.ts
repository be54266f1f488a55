import type { DeviceKind, DeviceError } from '../../devices/device-error.ts';
import type { SessionError } from '../../session/session-types.ts';

export const enDeviceNames: Record<DeviceKind, string> = {
  microphone: 'microphone',
  camera: 'camera',
};

export const enDeviceError: Record<
  DeviceError,
  (device: string) => { title: string; help: string }
> = {
  insecure_page: (device) => ({
    title: `A secure page is needed for your ${device}`,
    help: 'Browsers allow it only on addresses that begin with https. Ask the person who sent you the link.',
  }),
  old_browser: (device) => ({
    title: `This browser cannot use your ${device}`,
    help: 'Open the link in a current Chrome, Edge, Firefox or Safari.',
  }),
  denied: (device) => ({
    title: `This page is not allowed to use your ${device}`,
    help: 'Allow it in the site settings beside the address, then try again.',
  }),
  denied_by_frame: (device) => ({
    title: `The website around this meeting blocks your ${device}`,
    help: 'Ask the people who run that website, or open the meeting link in a tab of its own.',
  }),
  denied_by_system: (device) => ({
    title: `Your system blocks the ${device}`,
    help: 'Allow this browser to use it in the privacy settings of your computer or phone, then try again.',
  }),
  not_answered: (device) => ({
    title: `Your browser is asking about the ${device}`,
    help: 'Try again and choose Allow.',
  }),
  missing: (device) => ({
    title: `No ${device} found`,
    help: 'Connect one and try again. You can also take part without it.',
  }),
  busy: (device) => ({
    title: `Another app is using your ${device}`,
    help: 'Close that app or tab, then try again.',
  }),
  unknown: (device) => ({
    title: `Could not start your ${device}`,
    help: 'Try again, or choose another one.',
  }),
};

export const enSessionError: Record<SessionError, { title: string; help: string }> = {
  unreachable: {
    title: 'The meeting cannot be reached',
    help: 'Check your internet connection, then try again.',
  },
  unavailable: { title: 'The meeting service is busy', help: 'Wait a moment, then try again.' },
  media_unreachable: {
    title: 'Sound and video could not connect',
    help:
      'Your network lets this page through, but not the connection of the meeting (WebSocket). ' +
      'A proxy or VPN may be in the way. Try again, or use another network.',
  },
  media_blocked: {
    title: 'Sound and video could not connect',
    help:
      'Your network lets this page through, but blocks sound and video, by UDP and by TCP. ' +
      'Turn off your VPN, use another network, or ask the person who manages its firewall.',
  },
  locked: {
    title: 'This meeting is locked',
    help: 'Nobody else can join at the moment. Try again when it is unlocked.',
  },
  full: {
    title: 'The meeting is full',
    help: 'There is no room left. Try again when someone has left.',
  },
  name_refused: { title: 'This name cannot be used', help: 'Enter another name.' },
  taken_over: {
    title: 'You joined from somewhere else',
    help:
      'You are now in the meeting in another tab, in another window or on another device. ' +
      'Leave it there before you come back here.',
  },
  old_browser: {
    title: 'This browser is too old',
    help: 'Open the link in a current Chrome, Edge, Firefox or Safari.',
  },
  page_failed: {
    title: 'This page has stopped working',
    help: 'You did nothing wrong. Try again; if that does not help, open the link from your invitation again.',
  },
  lost: {
    title: 'The connection was lost',
    help: 'It could not be restored. Check your internet connection, then join again.',
  },
};
