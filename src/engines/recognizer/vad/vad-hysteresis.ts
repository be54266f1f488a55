// When likelihoods of speech, one a window, become speech, and when it is over. Pure.

/** `changingFor`: windows since the first that spoke for a change; null when none does. */
export type SpeechGate = { isOpen: boolean; changingFor: number | null };

/** A cough is no speech, a consonant is no pause: both take so many windows (0.064 s). */
const LASTING_WINDOWS = 2;
/** What has begun goes on with less. */
const LENIENCE = 0.15;

export const SHUT: SpeechGate = { isOpen: false, changingFor: null };
const OPEN: SpeechGate = { isOpen: true, changingFor: null };

export function nextGate(
  { isOpen, changingFor }: SpeechGate,
  likelihood: number,
  threshold: number,
): SpeechGate {
  const isLikely = likelihood > threshold;
  if (isLikely === isOpen) return isOpen ? OPEN : SHUT;
  // Neither speech nor its end: what has begun to change goes on changing.
  if (isOpen && likelihood > threshold - LENIENCE)
    return { isOpen, changingFor: changingFor === null ? null : changingFor + 1 };
  if (changingFor === null) return { isOpen, changingFor: 0 };
  return changingFor + 1 >= LASTING_WINDOWS
    ? isOpen
      ? SHUT
      : OPEN
    : { isOpen, changingFor: changingFor + 1 };
}
