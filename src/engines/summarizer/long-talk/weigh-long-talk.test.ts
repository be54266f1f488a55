import { expect, it } from 'vitest';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';
import { readSpeechAct } from '../text/speech-acts.ts';
import { isThinkingAloud, weighLongTalk } from './weigh-long-talk.ts';

const ALOUD = 'B: So maybe it could be that or something else again.';
const BRISK = 'A: Bob will send the contract to Carla by Friday.';

/** For each sentence; `tasks` are those that the network expects in one. */
function partsThoughtAloud(parts: readonly { line: string; times: number; tasks: number }[]) {
  const sentences = spokenLines(
    parts.flatMap(({ line, times }) => Array<string>(times).fill(line)),
  );
  const tasks = parts.flatMap((part) => Array<number>(part.times).fill(part.tasks));
  const reading = { decides: 0, settles: 0, doer: 'nobody', antecedents: [] } as const;
  const longTalk = weighLongTalk({
    sentences,
    acts: sentences.map(readSpeechAct),
    readings: tasks.map((one) => ({ ...reading, tasks: one, state: new Float32Array() })),
    told: sentences.map(({ text }) => text),
    names: new Set(),
  });
  return sentences.map((_sentence, at) => isThinkingAloud(at, { longTalk }));
}

it('takes only the end of a long talk for brisk if only there people say who does what', () => {
  const aloud = partsThoughtAloud([
    { line: ALOUD, times: 300, tasks: 0.005 },
    { line: BRISK, times: 150, tasks: 0.1 },
  ]);
  expect(aloud.slice(0, 240)).not.toContain(false);
  expect(aloud.slice(360)).not.toContain(true);
});

it('takes no part of a long talk for brisk for the sake of one task', () => {
  const aloud = partsThoughtAloud([
    { line: ALOUD, times: 300, tasks: 0.005 },
    { line: BRISK, times: 1, tasks: 1 },
    { line: ALOUD, times: 100, tasks: 0.005 },
  ]);
  expect(aloud).not.toContain(false);
});
