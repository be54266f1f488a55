import type { TaskKind } from '../../store/schema.ts';
import { putTask } from '../../store/task.ts';
import type { TxCtx } from '../context.ts';

/** Makes a task due now and wakes the runners when the transaction commits. */
export function putDueTask(tx: TxCtx, kind: TaskKind, ref: string): Promise<void> {
  return putTask(tx.db, kind, ref, tx.clock.now());
}
