// What the turns model makes of meetings that it was not trained on, as `models/turns/train.py` writes it.
import { readFileSync } from 'node:fs';
import { MOST_MATTERS } from '../src/adapters/extractive/read-turns.ts';
import type { TurnReading } from '../src/adapters/extractive/read-turns.ts';

interface Row {
  readonly name: string;
  readonly style: string;
  readonly P: readonly { d: number; s: number; t: number; own: readonly number[]; ptr: readonly (readonly [number, number])[] }[];
}

/** By `name style`. */
export function leftOutReadings(file: string): Map<string, TurnReading[]> {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(
    rows.map((line) => {
      const { name, style, P } = JSON.parse(line) as Row;
      return [`${name} ${style}`, P.map(readingOf)];
    }),
  );
}

function readingOf({ d, s, t, own, ptr }: Row['P'][number]): TurnReading {
  const [speaker = 0, next = 0, before = 0, named = 0, nobody = 0] = own;
  return {
    decides: d,
    settles: s,
    tasks: t,
    doers: { speaker, 'next speaker': next, 'speaker before': before, named, nobody },
    matters: ptr
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, MOST_MATTERS)
      .map(([at, share]) => ({ at, share })),
  };
}
