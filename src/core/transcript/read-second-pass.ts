import { findMeeting } from '../../store/meeting.ts';
import { keepSecondWords, listForSecondPass } from '../../store/utterance.ts';
import type { Ctx } from '../context.ts';
import type { Words } from '../ports.ts';
import { toWaitingUtterance, type WaitingUtterance } from './append-utterance.ts';
import { MINUTE_MS } from '../timing.ts';

/** What a second pass still has to decode, and how long it may take. */
export async function readSecondPass(
  ctx: Ctx,
  meetingRef: string,
): Promise<{ ranges: WaitingUtterance[]; limitMs: number }> {
  const [meeting, rows] = await Promise.all([
    findMeeting(ctx.db, meetingRef),
    listForSecondPass(ctx.db, meetingRef),
  ]);
  const heldMs = meeting?.started_at ? ctx.clock.now().getTime() - meeting.started_at.getTime() : 0;
  return { ranges: rows.map(toWaitingUtterance), limitMs: secondPassLimitMs(heldMs) };
}

/** Half of the time that the transcript has before its deadline (`artifactDeadlines`). Pure. */
function secondPassLimitMs(heldMs: number): number {
  return Math.min(Math.max(2 * heldMs, 15 * MINUTE_MS), 180 * MINUTE_MS);
}

/** Kept beside the live words until the whole pass is done, so that a restart decodes no range twice. */
export async function noteSecondWords(
  ctx: Ctx,
  key: { trackRef: string; fromSample: number },
  words: Words,
): Promise<void> {
  await keepSecondWords(ctx.db, key, words);
}
