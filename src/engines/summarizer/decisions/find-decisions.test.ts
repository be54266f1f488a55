import { describe, expect, it } from 'vitest';
import { decisionCases } from '../training/decision-cases.ts';
import { findDecisions } from './find-decisions.ts';
import { readTurns } from '../model/read-turns.ts';
import { readSpeechActs } from '../text/speech-acts.ts';
import { spokenLines } from '../../../../dev/world/speech/spoken-lines.ts';

async function decisionsIn(lines: readonly string[]): Promise<string[]> {
  const acts = readSpeechActs(spokenLines(lines));
  const speakers = ['A', 'B', 'C'].map((speakerRef) => ({ speakerRef, displayName: speakerRef }));
  return findDecisions(acts, await readTurns(acts, speakers)).map((decision) => decision.text);
}

describe('decides', () => {
  it.each(decisionCases.filter((one) => one.decision !== null))(
    '$lines',
    async ({ lines, decision }) => {
      expect(await decisionsIn(lines)).toEqual([decision]);
    },
  );
});

describe('decides nothing', () => {
  it.each(decisionCases.filter((one) => one.decision === null))('$lines', async ({ lines }) => {
    expect(await decisionsIn(lines)).toEqual([]);
  });
});
