/** What `models/turns/train.py` makes. The network's weights lie beside it (`turns.onnx.data`), where the runtime finds them by itself. */
export const modelFiles = {
  vocabulary: new URL('../../../models/turns/vocabulary.txt', import.meta.url),
  network: new URL('../../../models/turns/turns.onnx', import.meta.url),
} as const;
