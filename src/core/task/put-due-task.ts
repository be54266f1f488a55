import type { TaskKind } from '../../store/schema.ts';
import { notify } from '../../store/notify.ts';
import { putTask } from '../../store/task.ts';
import type { TxCtx } from '../context.ts';

/** Makes a task due now and wakes the runners when the transaction commits. */
export async function putDueTask(tx: TxCtx, kind: TaskKind, ref: string): Promise<void> {
  await putTask(tx.db, kind, ref, tx.clock.now());
  await notify(tx.db, { topic: 'task', ref });
}
