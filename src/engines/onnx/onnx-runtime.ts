// The only import of onnxruntime-node, so that it is never loaded with telemetry.
import './no-telemetry.ts';
import { InferenceSession } from 'onnxruntime-node';

export { InferenceSession, Tensor } from 'onnxruntime-node';

export type OpenModelOptions = {
  /** One unless given, since meetings need the other cores. The results do not depend on it. */
  threads?: number;
  /** Inputs have so many lengths that the memory planned for each would be wasted. */
  hasManyLengths?: boolean;
  /** Each run awaits it. */
  beforeRun?: (() => Promise<void>) | undefined;
};

/** A damaged file may end the process. */
export async function openModel(
  path: string,
  { threads = 1, hasManyLengths = false, beforeRun }: OpenModelOptions = {},
): Promise<InferenceSession> {
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
    enableMemPattern: !hasManyLengths,
    // A thread that waits for the other would take a whole core.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
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
