import type { Ctx } from './context.ts';
import { Problem } from './problem.ts';

/** Does a step in the life of a meeting, and records it as a span. Refusing a caller does not count as a failure. */
export async function traceStep<T>(
  { traces }: Pick<Ctx, 'traces'>,
  { name, meetingRef }: { name: string; meetingRef: string },
  step: () => Promise<T>,
): Promise<T> {
  if (traces === undefined) return step();
  const startedAt = Date.now();
  let failed = false;
  try {
    return await step();
  } catch (error) {
    failed = !(error instanceof Problem) || error.status >= 500;
    throw error;
  } finally {
    traces.record({
      name,
      meetingRef,
      startedAt,
      endedAt: Date.now(),
      failed,
      isFirst: false,
      attributes: {},
    });
  }
}
