/**
 * Output of `training/train.py`. The network's weights are beside it (`turns.onnx.data`), where the runtime looks for
 * them. A module of its own: the server checks these files without loading the runtime.
 */
export const modelFiles = {
  vocabulary: new URL('../weights/vocabulary.txt', import.meta.url),
  network: new URL('../weights/turns.onnx', import.meta.url),
} as const;
