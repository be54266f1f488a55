// The only import of onnxruntime-node: nothing loads it with its telemetry on.
import './no-telemetry.ts';

export { InferenceSession, Tensor } from 'onnxruntime-node';
