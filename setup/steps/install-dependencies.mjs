import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupFault } from '../fault.mjs';
import { oneLine } from '../one-line.mjs';
import { npmCommand, OLDEST_NODE } from '../npm-command.mjs';
import { cacheDir, nodePath, projectRoot } from '../places.mjs';
import { identify, stillRuns } from '../process-identity.mjs';
import { runProgram } from '../program.mjs';
import { clock, say } from '../progress.mjs';
import { removeUnusedFiles } from '../unused-files.mjs';

const PRODUCT_NODE = 24;
const MAX_MINUTES = 20;

const NAME = 'dependencies';
const LOCK = `dependencies-${createHash('sha256').update(projectRoot()).digest('hex').slice(0, 12)}`;

/** What the product needs to run. Done, too, when more is installed. */
export const productDependencies = {
  name: NAME,
  lock: LOCK,
  isDone: () => installed() !== undefined,
  run: () => install('product', ['ci', '--omit=dev']),
};

/** The same and what check, tests and benchmarks need. */
export const allDependencies = {
  name: NAME,
  lock: LOCK,
  isDone: () => installed() === 'all',
  // Adds to a product's installation without touching it: a service may be running from it.
  run: () =>
    installed() === 'product'
      ? install('all', ['install', '--no-save', '--include=dev'])
      : install('all', ['ci', '--include=dev']),
};

/** Installs exactly what package-lock.json pins, Node 24 included. */
async function install(extent, npmArguments) {
  refuseUnsupportedPlatform();
  const time = clock();
  say(`dependencies: npm ${npmArguments[0]} (Node 24 and PostgreSQL included)`);
  endInterrupted();
  // `npm ci` empties node_modules, and the mark with it.
  if (npmArguments[0] === 'install') writeFileSync(mark(), markOf('adding'));
  const [node, npm] = npmCommand();
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await runProgram(node, [...npm, ...npmArguments, ...options], {
      cwd: projectRoot(),
      // npm's own Node stays in front: node_modules/.bin/node goes away while npm works.
      env: {
        PATH: `${dirname(process.env.npm_node_execpath ?? process.execPath)}:${process.env.PATH}`,
        // Its script would fetch libraries for graphics cards.
        ONNXRUNTIME_NODE_INSTALL: 'skip',
      },
      timeoutSeconds: MAX_MINUTES * 60,
      onStart: (pid) => writeFileSync(npmRecord(), JSON.stringify(identify(pid))),
    });
  } catch (error) {
    throw new SetupFault('the dependencies could not be installed', {
      tried: [`npm ${npmArguments.join(' ')} in ${projectRoot()}: ${oneLine(error)}`],
      mend: [
        'check the network and the npm registry settings (`npm ping`), then run again',
        'run `ONNXRUNTIME_NODE_INSTALL=skip npm ci` to see the full output',
      ],
    });
  }
  const version = await productNodeVersion();
  removeUnusedFiles(join(projectRoot(), 'node_modules'));
  writeFileSync(mark(), markOf(extent));
  say(`dependencies: installed in ${time()}, Node ${version}`);
}

/**
 * What is installed for this lockfile and platform: 'product', 'all', or 'adding' when the addition to 'product'
 * was interrupted (the product still runs, and the next addition starts over); otherwise undefined.
 */
function installed() {
  try {
    const text = readFileSync(mark(), 'utf8');
    return ['product', 'adding', 'all'].find((extent) => text === markOf(extent));
  } catch {
    return undefined;
  }
}

function mark() {
  return join(projectRoot(), 'node_modules', '.parley-installed');
}

function markOf(extent) {
  const lockfile = readFileSync(join(projectRoot(), 'package-lock.json'));
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch} ${extent}\n`;
}

// When set-up is killed, its npm keeps running and keeps writing into the same node_modules.
function endInterrupted() {
  try {
    const npm = JSON.parse(readFileSync(npmRecord(), 'utf8'));
    if (stillRuns(npm)) process.kill(npm.pid, 'SIGKILL');
  } catch {
    // None was started, or it has just ended.
  }
}

function npmRecord() {
  return join(cacheDir(), 'locks', `${LOCK}.npm`);
}

function refuseUnsupportedPlatform() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new SetupFault(`Node ${process.versions.node} is too old`, {
      mend: [`install Node ${OLDEST_NODE} or newer`],
    });
  }
  const platform = `${process.platform}-${process.arch}`;
  const musl =
    process.platform === 'linux' &&
    process.report.getReport().header.glibcVersionRuntime === undefined;
  if (['linux-x64', 'linux-arm64'].includes(platform) && !musl) return;
  throw new SetupFault(`Parley does not run on ${platform}${musl ? ' with musl' : ''}`, {
    mend: [
      'use Linux on x64 or arm64 with glibc (Debian 12, Ubuntu 24.04, Fedora 39 or newer), or a container of one',
    ],
  });
}

async function productNodeVersion() {
  const version = await runProgram(nodePath(), ['--version'], { timeoutSeconds: 10 }).catch(
    (error) => oneLine(error),
  );
  if (version.startsWith(`v${PRODUCT_NODE}.`)) return version.trim().slice(1);
  throw new SetupFault(
    `Node ${PRODUCT_NODE} did not come with the dependencies (${version.trim()})`,
    {
      mend: [
        'allow optional dependencies (npm config `omit` must not hold "optional") and run again',
      ],
    },
  );
}
