// The only import of onnxruntime-node, so that it is never loaded with telemetry.
import './no-telemetry.ts';
import { InferenceSession } from 'onnxruntime-node';

export { InferenceSession, Tensor } from 'onnxruntime-node';

/** On one core, since meetings need the others. A damaged file may end the process. */
export function openModel(path: string): Promise<InferenceSession> {
  return InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  });
}
