// Texts about waiting to be let in, and about what hosts do.
import { listNames, type Sentence } from '../sentence.ts';

export const enHost = {
  host: 'Host',
  client: 'App',
  asks: 'A host will let you in.',
  asked: 'The host knows that you are here. Keep this page open.',
  waitForHost: 'Waiting for a host to let you in',
  needsHost: 'The meeting starts when a host arrives',
  needsHostHelp: 'Keep this page open. You will join automatically.',
  stopWaiting: 'Stop waiting',
  declinedTitle: 'A host did not let you in',
  declinedHelp: 'Ask the person who invited you.',
  removedTitle: 'A host removed you from this meeting',
  removedHelp: 'Ask the person who invited you.',
  waitingToJoin: 'Waiting to join',
  admit: 'Admit',
  decline: 'Decline',
  admitName: (name: string) => `Admit ${name}`,
  declineName: (name: string) => `Decline ${name}`,
  admitEveryone: 'Admit everyone',
  muteEveryone: 'Mute everyone',
  lock: 'Lock meeting',
  unlock: 'Unlock meeting',
  locked: 'Locked',
  chatOff: 'Chat is off',
  unlockedTitle: 'This meeting is open now',
  unlockedHelp: 'You can join.',
  end: 'End meeting for everyone',
  endHelp: 'Everyone leaves, and nobody can join again.',
  optionsFor: (name: string) => `More options for ${name}`,
  mute: 'Mute microphone',
  stopScreen: 'Stop screen share',
  makeHost: 'Make host',
  makeGuest: 'Make guest',
  remove: 'Remove from meeting',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHelp:
    'They leave at once. To keep them from coming back with the same link, lock the meeting.',
  cancel: 'Cancel',
  consent: {
    question: 'May what you say be transcribed?',
    yes: 'Yes',
    no: 'No',
    help: 'You can change this in Settings at any time.',
    missing: 'Choose whether you may be transcribed.',
    switch: 'Transcribe what I say',
    declined: 'Not transcribed',
  },
  people_waiting: (names: readonly string[]): Sentence =>
    names.length > 3
      ? [`${names.length} people are waiting to join`]
      : [
          ...listNames('en', names, 'Guest'),
          names.length > 1 ? ' are waiting to join' : ' is waiting to join',
        ],
  made_host: 'You are a host now.',
  made_guest: 'You are no longer a host.',
  muted_by_host: 'A host muted you. You can unmute when you want to speak.',
  locked_by_host: 'A host has turned this off for you.',
  host_action_failed: 'That did not work. Try again.',
};

type Plain<T> = T extends string
  ? string
  : T extends (...args: never[]) => unknown
    ? T
    : { [K in keyof T]: Plain<T[K]> };

export type HostMessages = Plain<typeof enHost>;
