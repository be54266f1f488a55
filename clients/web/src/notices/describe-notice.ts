import type { NoticeContent } from './notices.ts';
import { messages } from '../i18n/messages.ts';
import { type Sentence } from '../i18n/sentence.ts';

/** The sentence of a notice. */
export function describeNotice(content: NoticeContent): Sentence {
  switch (content.kind) {
    case 'people_joined':
    case 'people_left':
    case 'chat_from':
    case 'hands_raised':
    case 'screens_shared':
      return messages.notices[content.kind](content.names);
    case 'people_waiting':
      return messages.host.people_waiting(content.names);
    case 'made_host':
    case 'made_guest':
    case 'muted_by_host':
    case 'locked_by_host':
    case 'host_action_failed':
      return [messages.host[content.kind]];
    case 'device_failed': {
      const { title, help } = messages.deviceError(content.device, content.error);
      return [`${title}. ${help}`];
    }
    case 'transcribed':
    case 'reconnecting':
    case 'reconnected':
    case 'screen_failed':
    case 'microphone_changed':
    case 'camera_changed':
    case 'microphone_silent':
    case 'talking_muted':
    case 'microphone_interrupted':
      return [messages.notices[content.kind]];
    case 'sound_blocked':
      return [messages.soundBlocked];
    default:
      return content satisfies never;
  }
}
