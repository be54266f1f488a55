const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .concat(' sixteen seventeen eighteen nineteen')
    .split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/**
 * A whole number below ten million as English speech says it, without `and` or hyphens: 112 is `one
 * hundred twelve`.
 */
export function spellNumber(number: number): string {
  const parts = [
    [Math.floor(number / 1_000_000), 'million'],
    [Math.floor(number / 1000) % 1000, 'thousand'],
    [number % 1000, ''],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${belowThousand(count)} ${unit}`.trim());
  return words.length === 0 ? 'zero' : words.join(' ');
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const head = hundreds === 0 ? [] : [SMALL[hundreds], 'hundred'];
  if (rest === 0) return head.join(' ');
  if (rest < 20) return [...head, SMALL[rest]].join(' ');
  return [
    ...head,
    TENS[Math.floor(rest / 10)],
    ...(rest % 10 === 0 ? [] : [SMALL[rest % 10]]),
  ].join(' ');
}
