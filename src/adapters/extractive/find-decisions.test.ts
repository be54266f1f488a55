import { describe, expect, it } from 'vitest';
import { decisionCases } from './decision-cases.ts';
import { findDecisions } from './find-decisions.ts';
import { readTurns } from './read-turns.ts';
import { cutSentences } from './sentences.ts';
import { readSpeechActs } from './speech-acts.ts';

async function decisionsIn(lines: readonly string[]): Promise<string[]> {
  const segments = lines.map((line, at) => ({
    segmentRef: `sg_${at}`,
    speakerRef: line.slice(0, 1),
    startMs: at * 5000,
    endMs: at * 5000 + 4000,
    text: line.slice(3),
    languageCode: null,
  }));
  const acts = readSpeechActs(cutSentences(segments));
  const speakers = ['A', 'B', 'C'].map((speakerRef) => ({ speakerRef, displayName: speakerRef }));
  return findDecisions(acts, await readTurns(acts, speakers)).map((decision) => decision.text);
}

describe('decides', () => {
  it.each(decisionCases.filter((one) => one.decision !== null))('$lines', async ({ lines, decision }) => {
    expect(await decisionsIn(lines)).toEqual([decision]);
  });
});

describe('decides nothing', () => {
  it.each(decisionCases.filter((one) => one.decision === null))('$lines', async ({ lines }) => {
    expect(await decisionsIn(lines)).toEqual([]);
  });
});
