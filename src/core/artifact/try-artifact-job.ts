import type { ArtifactKind } from '../../store/schema.ts';
import type { Ctx } from '../context.ts';
import { MAX_ARTIFACT_ATTEMPTS, type Task, type TaskOutcome } from '../task/task.ts';
import { giveUpArtifact } from './give-up-artifact.ts';

/** A3 and A4: does the job; when the fifth attempt fails or dies, the artifact is finished as failed instead. */
export async function tryArtifactJob(
  ctx: Ctx,
  task: Task,
  kind: ArtifactKind,
  signal: AbortSignal,
  job: () => Promise<TaskOutcome>,
): Promise<TaskOutcome> {
  try {
    if (task.attempt <= MAX_ARTIFACT_ATTEMPTS) return await job();
  } catch (error) {
    if (task.attempt < MAX_ARTIFACT_ATTEMPTS || signal.aborted) throw error;
    ctx.log.error('artifact given up', {
      component: 'artifact',
      task: task.kind,
      meetingRef: task.ref,
      attempt: task.attempt,
      error,
    });
  }
  const isLastAttempt = task.attempt >= 2 * MAX_ARTIFACT_ATTEMPTS;
  const meetingRef = task.ref;
  await giveUpArtifact(ctx, { meetingRef, kind, reason: 'processing_failed', isLastAttempt });
  return undefined;
}
