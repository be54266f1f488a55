import { setFlagsFromString } from 'node:v8';

/** V8's default. */
const GROWTH_FACTOR = 2;

/**
 * Loading modules creates much garbage at once: without this the young generation grows to 32 MB and
 * stays that large.
 */
export function holdYoungHeap(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** From now on it grows as the work needs it. */
export function releaseYoungHeap(): void {
  setFlagsFromString(`--semi-space-growth-factor=${GROWTH_FACTOR}`);
}
