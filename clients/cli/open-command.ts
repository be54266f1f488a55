import { spawn } from 'node:child_process';
import type { ParleyClient } from '../sdk-typescript/client.ts';
import { readArguments } from './client-pages.ts';
import type { Env } from './profiles.ts';

const NO_BROWSER = 'No browser could be started. Use --print to print the address instead.';

/**
 * Opens the meeting in the console, with the program in BROWSER or the system default. The address
 * contains no secret: the console asks for a key.
 */
export async function openCommand(
  client: ParleyClient,
  args: string[],
  { env, baseUrl }: { env: Env; baseUrl: string },
): Promise<string> {
  const given = readArguments('open', args);
  // A mistyped reference fails here instead of opening an empty page.
  const { meetingRef } = await client.meetings.read(given.positionals[0] ?? '');
  const url = `${baseUrl.replace(/\/+$/, '')}/console#/meetings/${meetingRef}`;
  if (!given.flag('print')) await startBrowser(url, env);
  return given.flag('json') ? JSON.stringify({ url }) : url;
}

/** Rejects when the program does not start. */
function startBrowser(url: string, env: Env): Promise<void> {
  const program = env['BROWSER'] || 'xdg-open';
  return new Promise((resolve, reject) => {
    const child = spawn(program, [url], { detached: true, stdio: 'ignore' });
    child.once('error', () => reject(new Error(NO_BROWSER)));
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
