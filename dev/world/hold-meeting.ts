import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { until } from './until.ts';
import type { ParleyClient } from '../../clients/sdk-typescript/parley-client.ts';

/** Runs a program that creates a meeting with a link and waits for its transcript, and cancels that meeting. */
export async function holdMeeting(
  { meetings, guestLinks }: ParleyClient,
  [command, ...args]: readonly [string, ...string[]],
  options: SpawnOptions,
): Promise<{ code: number | null; said: string }> {
  const known = new Set((await meetings.list()).meetings.map(({ meetingRef }) => meetingRef));
  const program: ChildProcess = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (program.stdout === null) throw new Error('no output');
  const said = text(program.stdout);
  const exited = once(program, 'exit');
  const meetingRef = await until('the meeting is made', 60_000, async () => {
    const { meetings: all } = await meetings.list();
    return all.find((one) => !known.has(one.meetingRef))?.meetingRef;
  });
  await until('it has a link', 60_000, async () => (await guestLinks.list(meetingRef)).length > 0);
  await meetings.cancel(meetingRef);
  const [code] = await exited;
  return { code, said: await said };
}
