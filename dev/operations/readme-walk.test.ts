// The commands of the README as a newcomer pastes them, against the whole product.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../setup/places.mjs';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';

let parley: Parley;

beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => clearAway(parley));

test('the commands of the README work as they stand, pasted one after the other', () => {
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8');
  const [, walk = ''] = readme.split('## One meeting with curl');
  const [section = ''] = walk.split('\n## ');
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(5);
  const script = blocks
    .join("echo '\n---'\n")
    .replaceAll('http://localhost:8080', parley.url)
    .replaceAll('.parley/api-key', join(parley.dataDir, 'api-key'));
  const output = execFileSync('bash', ['-euc', script], { encoding: 'utf8' });
  const answers = output.split('---').map((part) => JSON.parse(part.replace(/\\n\s*$/, '')));
  const { meetingRef } = answers[0];
  expect(answers).toEqual([
    expect.objectContaining({ meetingState: 'created', title: 'Release planning' }),
    expect.objectContaining({ meetingRef, guestUrl: expect.stringContaining('/j/gl_') }),
    // Nobody came: there is nothing to end.
    expect.objectContaining({ code: 'invalid_state' }),
    expect.objectContaining({ meetingRef, status: 'pending' }),
    expect.objectContaining({ meetingRef, status: 'pending' }),
  ]);
});
