import { expect, test } from 'vitest';
import { pathIn } from './media-path.ts';

test('the path is that of the selected pair, a relayed one whatever its protocol', () => {
  const transport = { id: 'T', type: 'transport', selectedCandidatePairId: 'P' };
  const pair = {
    id: 'P',
    type: 'candidate-pair',
    state: 'succeeded',
    localCandidateId: 'L',
    currentRoundTripTime: 0.0124,
  };
  const local = { id: 'L', type: 'local-candidate', protocol: 'tcp', candidateType: 'prflx' };
  expect(pathIn([transport, pair, local])).toEqual({ way: 'tcp', roundTripMs: 12 });
  expect(pathIn([transport, pair, { ...local, protocol: 'udp', candidateType: 'relay' }])).toEqual({
    way: 'relay',
    roundTripMs: 12,
  });
  expect(pathIn([transport, { ...pair, state: 'in-progress' }, local])).toBe(null);
  expect(pathIn([local])).toBe(null);
  expect(pathIn([{ ...pair, selected: true }, local])?.way).toBe('tcp');
});
