import { expect, onTestFinished, test } from 'vitest';
import { startVictim } from './child-process.ts';
import { freePorts, reservePort } from './free-ports.ts';

test('no process gets a port that another one has chosen, until that one ends', async () => {
  const code = `import { freePorts } from './free-ports.ts';\nconsole.log(await freePorts(1));`;
  const { said, kill } = await startVictim(code, import.meta.url);
  onTestFinished(kill);
  const port = Number(/\d+/.exec(said)?.[0]);
  expect(await reservePort(port)).toBe(false);
  await kill();
  expect(await reservePort(port)).toBe(true);
});

test('no port is chosen twice by one process', async () => {
  const [port = 0] = await freePorts(1);
  expect(await reservePort(port)).toBe(false);
});
