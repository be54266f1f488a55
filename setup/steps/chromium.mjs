import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFault } from '../fault.mjs';
import { cacheDir, chromiumRecord, nodePath, projectRoot } from '../places.mjs';
import { choiceHolds, findOnPath, recordChoice, runProgram } from '../program.mjs';
import { clock, oneLine, say, size } from '../progress.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAX_PLAYWRIGHT_MINUTES = 10;
const MAX_APT_MINUTES = 15;

export const name = 'Chromium';
export const lock = 'chromium';

export function isDone() {
  return choiceHolds(chromiumRecord(), wish());
}

/** For browser tests: one on the machine, else Playwright's own, else the distribution's package. */
export async function run() {
  const tried = [];
  const time = clock();
  for (const source of [onMachine, fromPlaywright, fromApt]) {
    try {
      const path = await source();
      const printed = await runProgram(path, ['--version'], { timeoutSeconds: 20 });
      const version = /(?:Chromium|Chrome)[\w ]* \d+\.[\d.]+/.exec(printed)?.[0] ?? 'a browser';
      recordChoice(chromiumRecord(), path, wish());
      say(`Chromium: ${version} at ${path} (${size(statSync(path).size)}) in ${time()}`);
      return;
    } catch (error) {
      tried.push(`${source.title}: ${oneLine(error)}`);
      if (source !== onMachine)
        say(`Chromium: not available from ${source.title} (${oneLine(error)})`);
    }
  }
  throw new SetupFault('no Chromium for the browser tests', {
    tried,
    fix: [
      'install chromium or google-chrome on PATH, or set CHROME_PATH, and run again',
      '`npm start` needs no browser',
    ],
  });
}

function wish() {
  return process.env.CHROME_PATH ?? '';
}

onMachine.title = 'CHROME_PATH and PATH';
function onMachine() {
  const wished = process.env.CHROME_PATH;
  const path =
    wished === undefined || wished === ''
      ? NAMES.map(findOnPath).find((found) => found !== undefined)
      : wished;
  if (path === undefined) throw new Error(`none of ${NAMES.join(', ')}`);
  return path;
}

fromPlaywright.title = "Playwright's own";
async function fromPlaywright() {
  say("Chromium: downloading Playwright's own (about 170 MB)");
  const env = {
    PLAYWRIGHT_BROWSERS_PATH:
      process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(cacheDir(), 'playwright'),
  };
  const root = (await asRoot()) !== undefined;
  const playwright = join(projectRoot(), 'node_modules', 'playwright-core', 'cli.js');
  await runProgram(nodePath(), [playwright, 'install', 'chromium', '--no-shell'], {
    env,
    timeoutSeconds: MAX_PLAYWRIGHT_MINUTES * 60,
  });
  if (root)
    await runProgram(nodePath(), [playwright, 'install-deps', 'chromium'], {
      timeoutSeconds: MAX_APT_MINUTES * 60,
    });
  const ask = "process.stdout.write(require('playwright-core').chromium.executablePath())";
  return await runProgram(nodePath(), ['-e', ask], { cwd: projectRoot(), env });
}

fromApt.title = "the distribution's package (apt-get)";
async function fromApt() {
  if (findOnPath('apt-get') === undefined) throw new Error('no apt-get on this machine');
  const prefix = await asRoot();
  if (prefix === undefined) throw new Error('neither root nor sudo without a password');
  say(
    "Chromium: installing the distribution's package (about 100 MB to download, 350 MB installed)",
  );
  const apt = async (...args) => {
    const [command, ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      ...args,
    ];
    await runProgram(command, rest, { timeoutSeconds: MAX_APT_MINUTES * 60 });
  };
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
  return onMachine();
}

/** What to put before a command so that it runs as root; undefined when that is not possible without a password. */
async function asRoot() {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath('sudo');
  if (sudo === undefined) return undefined;
  try {
    await runProgram(sudo, ['-n', 'true'], { timeoutSeconds: 5 });
    return [sudo, '-n'];
  } catch {
    return undefined;
  }
}
