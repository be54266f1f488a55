/** By how many choices an arrow key walks on in a row or column; null for other keys. In a page from right to left the next one is to the left. */
export function arrowStep(key: string, direction: 'ltr' | 'rtl'): number | null {
  const onward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'ArrowDown' || key === onward) return 1;
  return key === 'ArrowUp' || key === back ? -1 : null;
}
