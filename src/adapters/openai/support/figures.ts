// Compares figures in a text with figures in speech: `49` is `forty nine`.

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .concat(' sixteen seventeen eighteen nineteen')
    .split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** From three on: `one` and `two` are often no count. */
export const NUMBER_WORDS = [...SMALL.slice(3), ...TENS.slice(2)];
const VALUES = new Map([
  ...SMALL.slice(3).map((word, at) => [word, at + 3] as const),
  ...TENS.slice(2).map((word, at) => [word, (at + 2) * 10] as const),
]);

/** True when `said` contains every figure of `words`. Both are lower-case words in order. */
export function saysFigures(words: readonly string[], said: readonly string[]): boolean {
  const plain = ` ${said.filter((word) => word !== 'and').join(' ')} `;
  return words.every((word) => {
    if (said.includes(word)) return true;
    if (/\d/.test(word)) return saysFigure(plain, word);
    return !VALUES.has(word) || said.includes(String(VALUES.get(word)));
  });
}

function saysFigure(said: string, figure: string): boolean {
  const [, digits = '', ending = ''] = /^(\d{1,7})(st|nd|rd|th|am|pm|k|m|h)?$/.exec(figure) ?? [];
  if (digits === '') return false;
  if (ending !== '' && said.includes(` ${digits} `)) return true;
  const number = Number(digits);
  const spelled = [
    spellNumber(number),
    ...(HALVES[digits] ?? []),
    ...(number < 100 ? [ordinal(spellNumber(number))] : []),
    ...(number >= 1_100 && number < 10_000 ? [spellHundreds(number)] : []),
  ];
  return spelled.some((form) => said.includes(` ${form} `)) || said.includes(` ${digits}th `);
}

/** How the halves and quarters of clock times and prices are spoken. */
const HALVES: Record<string, string[]> = {
  '30': ['half past', 'half'],
  '15': ['quarter past', 'quarter'],
  '45': ['quarter to'],
  '50': ['a half', 'half'],
};

/** `2014` as `twenty fourteen`, `1,800` as `eighteen hundred`. */
function spellHundreds(number: number): string {
  const rest = number % 100;
  const head = spellNumber(Math.floor(number / 100));
  return rest === 0 ? `${head} hundred` : `${head} ${spellNumber(rest)}`;
}

const ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function ordinal(spelled: string): string {
  const words = spelled.split(' ');
  const last = words.pop() ?? '';
  return [...words, ORDINALS[last] ?? `${last.replace(/y$/, 'ie')}th`].join(' ');
}

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
