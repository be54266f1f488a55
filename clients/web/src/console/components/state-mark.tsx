import type { MeetingState } from '../../../../../contract/generated/api.ts';
import { texts } from '../i18n/texts.ts';

/** A state as a word with a color beside it. `tone` only affects the look. */
export type Tone = 'good' | 'busy' | 'quiet' | 'bad';

export function StateMark({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class="mark" data-tone={tone}>
      {children}
    </span>
  );
}

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
