/**
 * The step (1 or -1) of an arrow key through a row or column; null for other keys. In right-to-left
 * pages the next item is to the left.
 */
export function arrowStep(key: string, direction: 'ltr' | 'rtl'): number | null {
  const next = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'ArrowDown' || key === next) return 1;
  return key === 'ArrowUp' || key === back ? -1 : null;
}
