import type { Said } from './notices.ts';
import type { Sentence } from '../i18n/sentence.ts';
import { words } from '../i18n/messages.ts';

/** A notice as a sentence. */
export function sayNotice(said: Said): Sentence {
  switch (said.kind) {
    case 'people_joined':
    case 'people_left':
    case 'chat_from':
    case 'hands_raised':
    case 'screens_shared':
      return words.said[said.kind](said.names);
    case 'device_trouble': {
      const { title, help } = words.deviceTrouble(said.device, said.trouble);
      return [`${title}. ${help}`];
    }
    case 'transcribed':
    case 'reconnecting':
    case 'reconnected':
    case 'screen_trouble':
    case 'microphone_changed':
    case 'camera_changed':
    case 'microphone_silent':
    case 'talking_muted':
    case 'microphone_interrupted':
      return [words.said[said.kind]];
    case 'sound_blocked':
      return [words.soundBlocked];
    default:
      return said satisfies never;
  }
}
