// The part of sherpa-onnx-node that we call; the package ships no types.
declare module 'sherpa-onnx-node' {
  type RecognizerConfig = {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: { tokens: string; numThreads: number; [model: string]: unknown };
  };
  class OfflineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
  }
  class OfflineRecognizer {
    constructor(config: RecognizerConfig);
    createStream(): OfflineStream;
    /** Changes the language of a loaded model. Everything else must be as before. */
    setConfig(config: RecognizerConfig): void;
    decode(stream: OfflineStream): void;
    /** `lang` is empty if the model does not report it. */
    getResult(stream: OfflineStream): { text: string; lang?: string };
  }
  class OnlineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
    inputFinished(): void;
  }
  class OnlineRecognizer {
    constructor(config: RecognizerConfig);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decode(stream: OnlineStream): void;
    getResult(stream: OnlineStream): { text: string };
  }
  const sherpa: {
    OfflineRecognizer: typeof OfflineRecognizer;
    OnlineRecognizer: typeof OnlineRecognizer;
  };
  export default sherpa;
  export type { OfflineRecognizer, RecognizerConfig };
}
