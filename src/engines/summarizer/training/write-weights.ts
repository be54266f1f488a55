import { writeFileSync } from 'node:fs';

/** Keeps fitted weights as `src/adapters/extractive/KIND-weights.ts`, with the bar where there is one. */
export function writeWeights(
  kind: 'day' | 'decision' | 'task',
  weights: Readonly<Record<string, number>>,
  bar?: number,
): void {
  const quoted = (sign: string): string => (/^[a-z]+$/.test(sign) ? sign : `'${sign}'`);
  const lines = Object.entries(weights).map(
    ([sign, weight]) => `  ${quoted(sign)}: ${Number(weight.toFixed(2))},`,
  );
  const text = [
    `// Fitted by bench/fit-${kind}s.ts to the annotated meetings of src/engines/summarizer/training/annotated-meetings.ts: the logarithm of the odds that each sign adds.`,
    ...(bar === undefined
      ? []
      : [
          '/** A candidate is shown from this weight on. */',
          `export const leastWeight = ${bar};`,
          '',
        ]),
    `export const ${kind}Weights: Readonly<Record<string, number>> = {`,
    ...lines,
    '};',
    '',
  ].join('\n');
  writeFileSync(new URL(`../weights/${kind}-weights.ts`, import.meta.url), text);
}
