import { expect, test } from 'vitest';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { NOTHING_CUT } from '../../core/transcript/cut-utterances.ts';
import type { LeftTrack } from '../../core/transcript/open-track.ts';
import { mayContinue } from './audio-losses.ts';

/** The `second` of the meeting. */
const at = (second: number) => new Date(Date.parse('2026-11-24T09:00:00.000Z') + second * 1_000);

/** A track of Ana, scanned for ten seconds. */
function trackOf(mediaTrackSid: string, startedAt: Date, more: Partial<LeftTrack> = {}): LeftTrack {
  return {
    trackRef: `trk_${mediaTrackSid}`,
    participantRef: 'ana',
    mediaTrackSid,
    startedAt,
    scannedSamples: 160_000,
    lastCut: NOTHING_CUT,
    closed: false,
    leftAt: null,
    ...more,
  };
}

test.each<[string, boolean, Partial<LeftTrack>, LeftTrack[]]>([
  ['its person is still there', true, {}, []],
  ['its person left then', false, { leftAt: at(10.9) }, []],
  ['its person left later', true, { leftAt: at(12) }, []],
  ['its person changed the microphone then', false, {}, [trackOf('TR_2', at(10.5))]],
  ['its person got another microphone later', true, {}, [trackOf('TR_2', at(15))]],
  [
    'its person got another microphone later, which was received for long',
    false,
    {},
    [trackOf('TR_2', at(15), { scannedSamples: 30_000 * SAMPLES_PER_MS })],
  ],
  [
    'it was shared sound, and its person was received for long afterwards',
    false,
    {},
    [trackOf('TR_2', at(-5), { scannedSamples: 50_000 * SAMPLES_PER_MS })],
  ],
  [
    'another person was received for long afterwards',
    true,
    {},
    [trackOf('TR_2', at(0), { participantRef: 'ben', scannedSamples: 50_000 * SAMPLES_PER_MS })],
  ],
  ['its person shared sound before', true, {}, [trackOf('TR_2', at(5))]],
  ['another began to speak then', true, {}, [trackOf('TR_2', at(10), { participantRef: 'ben' })]],
])('whether a track may continue after what was scanned of it: %s', (_, may, more, others) => {
  const track = trackOf('TR_1', at(0), more);
  expect(mayContinue(track, [track, ...others])).toBe(may);
});
