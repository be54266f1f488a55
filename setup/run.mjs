// Set-up before `npm start`, `npm test` and `npm run check`: node setup/run.mjs start|dev|test|soak|check
// Each step is done once; a finished set-up costs milliseconds and reaches nothing on the network.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SetupFault, unwritableFault } from './fault.mjs';
import { withLock } from './lock.mjs';
import { cacheDir, nodePath } from './places.mjs';
import { endWithUs } from './program.mjs';
import { say } from './progress.mjs';
import * as chromium from './steps/chromium.mjs';
import * as database from './steps/database.mjs';
import {
  allDependencies,
  productDependencies,
  withoutDevelopersFiles,
} from './steps/install-dependencies.mjs';
import * as mediaServer from './steps/media-server.mjs';
import * as objectStore from './steps/object-store.mjs';
import * as olderDatabase from './steps/older-database.mjs';
import * as speechModel from './steps/speech-model.mjs';
import * as testSpeech from './steps/test-speech.mjs';
import * as webBuild from './steps/web-build.mjs';
import { environment, needlessSteps } from './needless-steps.mjs';

// The steps of a stage run in parallel: one builds while another downloads.
const SERVICE = [database, mediaServer, speechModel, webBuild];
const MODES = {
  check: [[allDependencies]],
  start: [[productDependencies], SERVICE, [withoutDevelopersFiles]],
  dev: [[allDependencies], SERVICE],
  test: [[allDependencies], [...SERVICE, chromium, olderDatabase], [testSpeech]],
  soak: [[allDependencies], [...SERVICE, chromium, olderDatabase, objectStore], [testSpeech]],
};

async function main(mode) {
  const stages = Object.hasOwn(MODES, mode) ? MODES[mode] : undefined;
  if (stages === undefined)
    throw new SetupFault(`unknown mode ${mode ?? '(none)'}: start, dev, test, soak or check`);
  const needless = mode === 'start' ? needlessSteps(environment()) : new Set();
  for (const stage of stages) {
    const wanted = stage.filter(({ name }) => !needless.has(name));
    const ends = await Promise.allSettled(wanted.map((step) => runStep(step, needless)));
    const failed = ends.filter((end) => end.status === 'rejected').map((end) => end.reason);
    if (failed.length > 0) throw new AggregateError(failed);
    if (stage === stages[0] && needsProxy(process.env)) return runBehindProxy();
  }
}

/** The Node of the dependencies reaches the network by a proxy if told so before it starts; older ones cannot. */
async function runBehindProxy() {
  const child = spawn(nodePath(), process.argv.slice(1), {
    env: { ...process.env, NODE_USE_ENV_PROXY: '1' },
    stdio: 'inherit',
  });
  endWithUs(child);
  const [status] = await once(child, 'exit');
  process.exitCode = status ?? 1;
}

function needsProxy(env) {
  const proxy = env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy;
  return Boolean(proxy) && env.NODE_USE_ENV_PROXY !== '1';
}

async function runStep(step, needless) {
  if (await step.isDone(needless)) return;
  await withLock(join(cacheDir(), 'locks', `${step.lock}.lock`), step.name, async () => {
    if (!(await step.isDone(needless))) await step.run();
  });
}

function tell(reason) {
  const error = unwritableFault(reason) ?? reason;
  if (!(error instanceof SetupFault)) {
    say(
      error.code === 'ENOSPC'
        ? `the disk is full: ${error.message}`
        : (error.stack ?? String(error)),
    );
    return;
  }
  say(`failed: ${error.message}`);
  for (const line of error.tried) say(`  tried: ${line}`);
  for (const line of error.fix) say(`  you can: ${line}`);
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => process.exit(code));

main(process.argv[2]).catch((error) => {
  for (const each of error instanceof AggregateError ? error.errors : [error]) tell(each);
  process.exitCode = 1;
});
