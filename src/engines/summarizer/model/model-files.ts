/**
 * What `src/engines/summarizer/training/train.py` makes. The network's weights lie beside it
 * (`turns.onnx.data`), where the runtime finds them by itself.
 */
export const modelFiles = {
  vocabulary: new URL('../weights/vocabulary.txt', import.meta.url),
  network: new URL('../weights/turns.onnx', import.meta.url),
} as const;
