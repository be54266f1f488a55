import { writeFileSync } from 'node:fs';

const SOURCE = 'src/engines/summarizer/training';
/** What the product code calls them. */
const NAMES = { date: 'dayWeights', decision: 'decisionWeights', task: 'taskWeights' };

/** Keeps fitted weights as `weights/KIND-weights.ts`, with the threshold where there is one. */
export function writeWeights(
  kind: keyof typeof NAMES,
  weights: Readonly<Record<string, number>>,
  threshold?: number,
): void {
  const quoted = (feature: string): string => (/^[a-z]+$/.test(feature) ? feature : `'${feature}'`);
  const lines = Object.entries(weights).map(
    ([feature, weight]) => `  ${quoted(feature)}: ${Number(weight.toFixed(2))},`,
  );
  const text = [
    `// Fitted by ${SOURCE}/fit-${kind}s.ts: the log odds that each sign adds.`,
    ...(threshold === undefined
      ? []
      : [
          '/** A candidate is shown from this weight on. */',
          `export const leastWeight = ${threshold};`,
          '',
        ]),
    `export const ${NAMES[kind]}: Readonly<Record<string, number>> = {`,
    ...lines,
    '};',
    '',
  ].join('\n');
  writeFileSync(new URL(`../weights/${kind}-weights.ts`, import.meta.url), text);
}
