import { describe, expect, it } from 'vitest';
import { decisionCases } from './decision-cases.ts';
import { findDecisions } from './find-decisions.ts';
import { cutSentences } from './sentences.ts';
import { readSpeechActs } from './speech-acts.ts';

function decisionsIn(lines: readonly string[]): string[] {
  const segments = lines.map((line, at) => ({
    segmentRef: `sg_${at}`,
    speakerRef: line.slice(0, 1),
    startMs: at * 5000,
    endMs: at * 5000 + 4000,
    text: line.slice(3),
    languageCode: null,
  }));
  return findDecisions(readSpeechActs(cutSentences(segments))).map((decision) => decision.text);
}

describe('decides', () => {
  it.each(decisionCases.filter((one) => one.decision !== null))('$lines', ({ lines, decision }) => {
    expect(decisionsIn(lines)).toEqual([decision]);
  });
});

describe('decides nothing', () => {
  it.each(decisionCases.filter((one) => one.decision === null))('$lines', ({ lines }) => {
    expect(decisionsIn(lines)).toEqual([]);
  });
});
