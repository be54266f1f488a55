import { readdir, rm } from 'node:fs/promises';
import type { Ctx } from '../../core/context.ts';
import { isMeetingRef, spoolFolder } from './spool-path.ts';
import { isSpoolDone } from '../../core/transcript/capture.ts';

/** Deletes a meeting's audio if its transcript is final. */
export async function deleteSpoolIfDone(ctx: Ctx, root: string, meetingRef: string): Promise<void> {
  if (!isMeetingRef(meetingRef) || !(await isSpoolDone(ctx, meetingRef))) return;
  await rm(spoolFolder(root, meetingRef), { recursive: true, force: true });
}

/**
 * Deletes the audio of every meeting whose transcript is final: what notices missed, and leftovers
 * of an earlier run.
 */
export async function deleteDoneSpools(ctx: Ctx, root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) await deleteSpoolIfDone(ctx, root, name);
}
