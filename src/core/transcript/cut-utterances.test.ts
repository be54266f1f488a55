import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Cut,
  type CutState,
  cutUtterances,
  finishCutting,
  handOverCutting,
  likelyCut,
  resumeSample,
  silenceToEnd,
  startCutting,
} from './cut-utterances.ts';

const WINDOW = 512;
const SECOND = 16_000;

/** One character a window of 32 ms: `#` speech, `+` quieter speech, `.` silence. */
function windows(drawing: string) {
  const marks = Array.from(drawing);
  return {
    speech: Uint8Array.from(marks, (mark) => Number(mark !== '.')),
    level: Float32Array.from(marks, (mark) => ({ '#': 0.2, '+': 0.05 })[mark] ?? 0.001),
  };
}

function cutAll(drawing: string, state: CutState = startCutting(0)): Cut[] {
  const { state: last, cuts } = cutUtterances(state, windows(drawing));
  return [...cuts, ...finishCutting(last, last.position).cuts];
}

describe('cutting', () => {
  it('ends an utterance after 0.5 to 0.6 s of silence, and not before', () => {
    const drawing = `${'.'.repeat(20)}${'#'.repeat(40)}${'.'.repeat(14)}`;
    const { state, cuts } = cutUtterances(startCutting(0), windows(drawing));
    expect(cuts).toEqual([]);
    expect(cutUtterances(state, windows('...')).cuts).toHaveLength(1);
  });

  it('keeps a sentence together over shorter pauses', () => {
    expect(
      cutAll(
        `${'.'.repeat(20)}${'#'.repeat(40)}${'.'.repeat(12)}${'#'.repeat(40)}${'.'.repeat(30)}`,
      ),
    ).toHaveLength(1);
  });

  it('gives each utterance 0.3 s before and after, without overlap', () => {
    const [first, second] = cutAll(
      `${'.'.repeat(20)}${'#'.repeat(40)}${'.'.repeat(17)}${'#'.repeat(40)}${'.'.repeat(30)}`,
    );
    expect(first?.fromSample).toBe((20 - 3) * WINDOW - 4_800);
    expect(first?.toSample).toBe((60 - 2) * WINDOW + 4_800);
    expect(second?.fromSample).toBeGreaterThanOrEqual(first?.toSample ?? Infinity);
    expect([first?.isForced, second?.isForced]).toEqual([false, false]);
  });

  it('cuts speech of more than 8 s at its quietest point, without overlap or gap', () => {
    const [first, second] = cutAll(
      `${'.'.repeat(20)}${'#'.repeat(150)}${'+'.repeat(9)}${'#'.repeat(150)}${'.'.repeat(30)}`,
    );
    expect(first?.toSample).toBeGreaterThan(170 * WINDOW);
    expect(first?.toSample).toBeLessThan(179 * WINDOW);
    expect(second?.fromSample).toBe(first?.toSample);
    expect([first?.isForced, second?.isForced]).toEqual([true, false]);
  });

  it('knows the range before the silence is over', () => {
    const speech = `${'.'.repeat(20)}${'#'.repeat(40)}`;
    expect(likelyCut(cutUtterances(startCutting(0), windows(speech)).state)).toBe(null);
    for (const silence of [8, 11, 14]) {
      const { state } = cutUtterances(startCutting(0), windows(`${speech}${'.'.repeat(silence)}`));
      expect(likelyCut(state)).toEqual(cutUtterances(state, windows('.'.repeat(10))).cuts[0]);
    }
  });

  it.each([
    ['', null],
    ['....', null],
    ['####', null],
    ['####.', 7],
    ['####.......', 1],
    ['####........', 7],
    ['####..............', 1],
    ['####....#', null],
    ['####................', null],
  ])(
    'says how many more silent windows make an end likely, or certain: %s',
    (drawing, expected) => {
      const silence = silenceToEnd(cutUtterances(startCutting(0), windows(drawing)).state);
      expect(silence === null ? null : silence / WINDOW).toBe(expected);
    },
  );

  it('closes what is open when the track ends', () => {
    expect(cutAll(`${'.'.repeat(20)}${'#'.repeat(40)}`)).toHaveLength(1);
  });

  it.each([
    { rest: 'before an utterance that both heard whole', from: 0, cuts: [], next: 12 },
    { rest: 'at a quiet point that both heard', from: 60, cuts: [82], next: 82 },
    { rest: 'at its end, where both heard too little', from: 118, cuts: [120], next: 120 },
    { rest: 'at its end, when nobody else heard it', from: Infinity, cuts: [120], next: 120 },
  ])('hands the rest over to another scribe $rest', ({ from, cuts, next }) => {
    const drawing = `${'.'.repeat(25)}${'#'.repeat(55)}${'+'.repeat(5)}${'#'.repeat(35)}`;
    const { state } = cutUtterances(startCutting(0), windows(drawing));
    const handedOver = handOverCutting(state, state.position, from * WINDOW);
    expect(handedOver.cuts.map(({ toSample }) => toSample / WINDOW)).toEqual(cuts);
    expect(handedOver.state).toMatchObject({ position: next * WINDOW, open: null });
  });

  it('covers all speech without overlap in ranges that the model decodes, and a restart changes nothing', () => {
    const mark = fc
      .tuple(fc.constantFrom('#', '.', '+'), fc.integer({ min: 1, max: 120 }))
      .map(([one, count]) => one.repeat(count));
    const drawing = fc.array(mark, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(drawing, fc.nat(), (marks, seed) => {
        const whole = cutAll(marks);
        for (const [i, range] of whole.entries()) {
          expect(range.toSample - range.fromSample).toBeLessThanOrEqual(9 * SECOND);
          expect(range.fromSample).toBeGreaterThanOrEqual(whole[i - 1]?.toSample ?? 0);
        }
        for (let i = 0; i < marks.length; i++) {
          if (marks[i] === '.' || marks.slice(i + 1, i + 4).includes('.') || i + 4 > marks.length)
            continue;
          expect(
            whole.some(
              (range) => range.fromSample <= i * WINDOW && range.toSample >= (i + 1) * WINDOW,
            ),
          ).toBe(true);
        }
        const at = seed % (marks.length + 1);
        const before = cutUtterances(startCutting(0), windows(marks.slice(0, at)));
        const resumed = startCutting(resumeSample(before.state), before.state.lastCut);
        expect([
          ...before.cuts,
          ...cutAll(marks.slice(resumed.position / WINDOW), resumed),
        ]).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });
});
