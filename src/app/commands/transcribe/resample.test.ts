import { describe, expect, it } from 'vitest';
import { Resampler } from './resample.ts';

function tone(rateHz: number, hz: number, seconds: number): Float32Array {
  return Float32Array.from(
    { length: rateHz * seconds },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / rateHz),
  );
}

/** In blocks of uneven sizes, as they come from a file. */
function resampled(rateHz: number, input: Float32Array): number[] {
  const resampler = new Resampler(rateHz);
  const out: number[] = [];
  for (let at = 0, size = 1; at < input.length; at += size, size = (size * 7) % 4099)
    out.push(...resampler.push(input.subarray(at, at + size)));
  return [...out, ...resampler.end()];
}

describe('resampling to 16 kHz', () => {
  it.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 44_101])(
    'keeps length, place and height of a tone at %i Hz',
    (rateHz) => {
      const out = resampled(rateHz, tone(rateHz, 1_000, 1));
      expect(Math.abs(out.length - 16_000)).toBeLessThanOrEqual(2);
      const expected = tone(16_000, 1_000, 1);
      for (let i = 200; i < 15_800; i++)
        expect(Math.abs((out[i] ?? 0) - (expected[i] ?? 0))).toBeLessThan(0.005);
    },
  );

  it('lets nothing through from above what 16 kHz can hold', () => {
    const out = resampled(48_000, tone(48_000, 11_000, 1)).slice(200, 15_800);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(0.002);
  });
});
