// The only import of onnxruntime-node, so that it is never loaded with telemetry.
import './no-telemetry.ts';

export { InferenceSession, Tensor } from 'onnxruntime-node';
