// The only import of onnxruntime-node, so that it is never loaded with telemetry.
import './no-telemetry.ts';
import { InferenceSession } from 'onnxruntime-node';

export { InferenceSession, Tensor } from 'onnxruntime-node';

/** On one core, since meetings need the others. Each run awaits `beforeRun`. A damaged file may end the process. */
export async function openModel(
  path: string,
  beforeRun?: () => Promise<void>,
): Promise<InferenceSession> {
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  });
  if (!beforeRun) return session;
  const run: (...given: Parameters<typeof session.run>) => ReturnType<typeof session.run> =
    session.run.bind(session);
  return Object.assign(session, {
    run: async (...given: Parameters<typeof run>) => {
      await beforeRun();
      return run(...given);
    },
  });
}
