// The voice detector's network (Silero): the probability of speech. Windows of several tracks cost half
// as much in a batch.
import { type InferenceSession, openModel, Tensor } from '../../onnx/onnx-runtime.ts';
import { SAMPLE_RATE_HZ, WINDOW_SAMPLES } from '../../../core/sound.ts';

/** With each window the network needs this much of the next one, so its answer is one window late. */
const AHEAD_SAMPLES = 64;
const LAYERS = 2;
const LAYER_SIZE = 128;

/** The network's recurrent state for a track. */
export type VoiceState = { layers: Float32Array; lastWindow: Float32Array | null };

export type VoiceModel = {
  /** Takes the next window of each track. Returns the probability of speech in the previous one; null for the first. */
  detect(next: readonly { state: VoiceState; window: Float32Array }[]): Promise<(number | null)[]>;
};

export function newVoiceState(): VoiceState {
  return { layers: new Float32Array(LAYERS * LAYER_SIZE), lastWindow: null };
}

/** A damaged file may end the process. */
export async function loadVoiceModel(path: string): Promise<VoiceModel> {
  const session = await openModel(path);
  const rate = new Tensor('int64', [BigInt(SAMPLE_RATE_HZ)], []);
  return {
    detect: async (next) => {
      const known = next.filter(({ state }) => state.lastWindow !== null);
      const likely = known.length > 0 ? await run(session, rate, known) : [];
      const answers = next.map(({ state }) =>
        state.lastWindow === null ? null : (likely.shift() ?? null),
      );
      for (const { state, window } of next) state.lastWindow = window.slice();
      return answers;
    },
  };
}

async function run(
  session: InferenceSession,
  rate: Tensor,
  tracks: readonly { state: VoiceState; window: Float32Array }[],
): Promise<number[]> {
  const count = tracks.length;
  const width = WINDOW_SAMPLES + AHEAD_SAMPLES;
  const input = new Float32Array(count * width);
  const states = new Float32Array(LAYERS * count * LAYER_SIZE);
  for (const [i, { state, window }] of tracks.entries()) {
    if (state.lastWindow) input.set(state.lastWindow, i * width);
    input.set(window.subarray(0, AHEAD_SAMPLES), i * width + WINDOW_SAMPLES);
    for (let layer = 0; layer < LAYERS; layer++)
      states.set(
        state.layers.subarray(layer * LAYER_SIZE, (layer + 1) * LAYER_SIZE),
        (layer * count + i) * LAYER_SIZE,
      );
  }
  const { output, stateN } = await session.run({
    input: new Tensor('float32', input, [count, width]),
    state: new Tensor('float32', states, [LAYERS, count, LAYER_SIZE]),
    sr: rate,
  });
  const after = stateN?.data as Float32Array;
  for (const [i, { state }] of tracks.entries())
    for (let layer = 0; layer < LAYERS; layer++) {
      const from = (layer * count + i) * LAYER_SIZE;
      state.layers.set(after.subarray(from, from + LAYER_SIZE), layer * LAYER_SIZE);
    }
  return Array.from(output?.data as Float32Array);
}
