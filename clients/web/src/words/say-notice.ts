import type { Said } from '../room/notices.ts';
import type { Sentence } from './en.ts';
import { words } from './words.ts';

/** A notice as a sentence. */
export function sayNotice(said: Said): Sentence {
  switch (said.kind) {
    case 'people_joined':
    case 'people_left':
      return words.said[said.kind](said.names);
    case 'device_trouble': {
      const { title, help } = words.deviceTrouble(said.device, said.trouble);
      return [`${title}. ${help}`];
    }
    case 'transcribed':
    case 'reconnecting':
    case 'reconnected':
      return [words.said[said.kind]];
    default:
      return said satisfies never;
  }
}
