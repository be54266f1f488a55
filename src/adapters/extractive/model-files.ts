/** What `models/turns/train.py` makes. */
export const modelFiles = {
  vocabulary: new URL('../../../models/turns/vocabulary.txt', import.meta.url),
  network: new URL('../../../models/turns/turns.onnx', import.meta.url),
} as const;
