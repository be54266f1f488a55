import type { MeetingState } from '../../../../../contract/generated/api.ts';
import { StateMark, type Tone } from '../components/state-mark.tsx';
import { texts } from '../i18n/texts.ts';

const TONES: Record<MeetingState, Tone> = {
  created: 'quiet',
  in_progress: 'good',
  ending: 'busy',
  ended: 'quiet',
  cancelled: 'quiet',
  failed: 'bad',
};

export function MeetingMark({ state }: { state: MeetingState }) {
  return <StateMark tone={TONES[state]}>{texts.states[state]}</StateMark>;
}
