/** A state as a word with a color beside it. `tone` only affects the look. */
export type Tone = 'good' | 'busy' | 'quiet' | 'bad';

export function StateMark({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class="mark" data-tone={tone}>
      {children}
    </span>
  );
}
