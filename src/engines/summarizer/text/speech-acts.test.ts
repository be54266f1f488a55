import { expect, it } from 'vitest';
import { readSpeechAct } from './speech-acts.ts';
import { spokenLines } from '../../../../dev/world/speech/sentences.ts';

it.each([
  ['The fifth it is.', 'The fifth'],
  ['I know what it is for the moment.', 'I know what it is for the moment'],
  ['Repaint the fence.', 'Repaint the fence'],
  ['Green it is, then.', 'Green'],
  ["Let's use the atlas.", 'use the atlas'],
  ['We decided to keep the old supplier.', 'keep the old supplier'],
  ['I propose that we hire two testers.', 'hire two testers'],
  ["What I'd propose is that we hire two testers.", 'hire two testers'],
  ['We agreed with Ben that we wait.', 'We agreed with Ben that we wait'],
  ["Let's launch if everything is okay.", 'launch if everything is okay'],
  ['We agreed not to renew the contract.', 'not to renew the contract'],
])('the proposition of "%s" is "%s"', (said, proposition) => {
  expect(spokenLines([`A: ${said}`]).map(readSpeechAct)[0]?.proposition).toBe(proposition);
});
