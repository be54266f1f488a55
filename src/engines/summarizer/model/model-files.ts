/**
 * Output of `src/engines/summarizer/training/train.py`. The network's weights are beside it
 * (`turns.onnx.data`), where the runtime looks for them.
 */
export const modelFiles = {
  vocabulary: new URL('../weights/vocabulary.txt', import.meta.url),
  network: new URL('../weights/turns.onnx', import.meta.url),
} as const;
