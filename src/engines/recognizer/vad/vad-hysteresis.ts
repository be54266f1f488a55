// Decides from the probability of speech in each window when speech begins and ends. Pure.

/** `changingFor`: windows since the first that indicated a change; null when none does. */
export type SpeechGate = { isOpen: boolean; changingFor: number | null };

/** A cough is not speech, and a consonant is not a pause: either takes this many windows (0.064 s). */
const LASTING_WINDOWS = 2;
/** Speech that has begun continues at a lower probability. */
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
  // Neither speech nor its end: a change in progress continues.
  if (isOpen && likelihood > threshold - LENIENCE)
    return { isOpen, changingFor: changingFor === null ? null : changingFor + 1 };
  if (changingFor === null) return { isOpen, changingFor: 0 };
  return changingFor + 1 >= LASTING_WINDOWS
    ? isOpen
      ? SHUT
      : OPEN
    : { isOpen, changingFor: changingFor + 1 };
}
