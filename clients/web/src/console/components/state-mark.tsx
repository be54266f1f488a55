/** The state of a thing as a word with a color beside it. `tone` is how it looks, no more. */
export type Tone = 'good' | 'busy' | 'quiet' | 'bad';

export function StateMark({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span class="mark" data-tone={tone}>
      {children}
    </span>
  );
}
