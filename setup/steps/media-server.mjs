import { chmodSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTarGzMember } from '../archive.mjs';
import { sha256Of } from '../checked-file.mjs';
import { choiceHolds, recordChoice } from '../chosen-program.mjs';
import { download, downloadText } from '../download.mjs';
import { SetupFault } from '../fault.mjs';
import { oneLine } from '../one-line.mjs';
import { cacheDir, mediaServerRecord } from '../places.mjs';
import { findOnPath, runProgram } from '../program.mjs';
import { clock, say, size } from '../progress.mjs';
import { inWorkspace } from '../workspace.mjs';

const VERSION = '1.13.5';
const OLDEST_ON_PATH = [1, 9];
const RELEASE = `https://github.com/livekit/livekit/releases/download/v${VERSION}`;
const GO_PACKAGE = `github.com/livekit/livekit-server/cmd/server@v${VERSION}`;
const GO_MINUTES_MAX = 20;

export const name = 'media server';
export const lock = 'media-server';

export function isDone() {
  return choiceHolds(mediaServerRecord(), wish());
}

/** LiveKit: the one on PATH, ours from before, the project's release, or built by Go, in this order. */
export async function run() {
  const tried = [];
  const time = clock();
  const found = (await usableOnPath(tried)) ?? (await usable(ownPath())) ?? (await fetched(tried));
  if (found === undefined) throw notObtained(tried);
  recordChoice(mediaServerRecord(), found.path, wish());
  say(
    `media server: LiveKit ${found.version} at ${found.path}, ${size(statSync(found.path).size)} in ${time()}`,
  );
}

function wish() {
  return `${VERSION} ${findOnPath('livekit-server') ?? ''}`;
}

function ownPath() {
  return join(cacheDir(), 'media-server', `livekit-server-${VERSION}`);
}

async function usableOnPath(tried) {
  const path = findOnPath('livekit-server');
  if (path === undefined) return undefined;
  const found = await usable(path);
  const [major, minor] = (found?.version ?? '0.0').split('.').map(Number);
  if (major === OLDEST_ON_PATH[0] && minor >= OLDEST_ON_PATH[1]) return found;
  tried.push(
    `${path}: ${found?.version ?? 'does not run'}; ${OLDEST_ON_PATH.join('.')} or newer is needed`,
  );
  return undefined;
}

async function usable(path) {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    const version = /(\d+\.\d+\.\d+)/.exec(
      await runProgram(path, ['--version'], { timeoutSeconds: 10 }),
    )?.[1];
    return version === undefined ? undefined : { path, version };
  } catch {
    return undefined;
  }
}

async function fetched(tried) {
  return await inWorkspace(async (folder) => {
    for (const [source, obtain] of [
      [RELEASE, fromRelease],
      [`go install ${GO_PACKAGE}`, fromGo],
    ]) {
      try {
        const binary = await obtain(folder);
        chmodSync(binary, 0o755);
        await runProgram(binary, ['--version'], { timeoutSeconds: 10 });
        mkdirSync(dirname(ownPath()), { recursive: true });
        renameSync(binary, ownPath());
        return await usable(ownPath());
      } catch (error) {
        tried.push(`${source}: ${oneLine(error)}`);
        say(`media server: not from ${source} (${oneLine(error)})`);
      }
    }
    return undefined;
  });
}

async function fromRelease(folder) {
  const archive = `livekit_${VERSION}_linux_${process.arch === 'x64' ? 'amd64' : process.arch}.tar.gz`;
  say(`media server: downloading LiveKit ${VERSION} (about 20 MB) from its release`);
  const sums = await downloadText(`${RELEASE}/checksums.txt`);
  const expected = sums
    .split('\n')
    .map((line) => line.trim().split(/\s+\*?/))
    .find(([, file]) => file === archive)?.[0];
  if (expected === undefined)
    throw new Error(`the release's checksums.txt does not name ${archive}`);
  const packed = join(folder, archive);
  await download(`${RELEASE}/${archive}`, packed, name);
  if ((await sha256Of(packed)) !== expected)
    throw new Error(`${archive} differs from the release's checksum`);
  const binary = join(folder, 'livekit-server');
  writeFileSync(binary, readTarGzMember(packed, 'livekit-server'));
  return binary;
}

// Go checks every module against its checksum database.
async function fromGo(folder) {
  const go = findOnPath('go');
  if (go === undefined) throw new Error('no Go compiler on PATH');
  say(
    `media server: building LiveKit ${VERSION} with ${go} (one to four minutes, about 300 MB of modules)`,
  );
  const bin = join(folder, 'bin');
  await runProgram(go, ['install', GO_PACKAGE], {
    cwd: folder,
    env: { GOBIN: bin, GOOS: '', GOARCH: '', CGO_ENABLED: '0' },
    timeoutSeconds: GO_MINUTES_MAX * 60,
  });
  return join(bin, readdirSync(bin)[0]);
}

function notObtained(tried) {
  return new SetupFault(`the media server (LiveKit ${VERSION}) could not be obtained`, {
    tried,
    mend: [
      'give this machine access to github.com, or install Go 1.24 or newer, and run again',
      `or install livekit-server ${OLDEST_ON_PATH.join('.')} or newer and put it on PATH`,
      `or put the program at ${ownPath()} (executable)`,
    ],
  });
}
