import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SetupFault } from '../fault.mjs';
import { cacheDir, mediaServerRecord } from '../places.mjs';
import { choiceHolds, findOnPath, recordChoice, runProgram } from '../program.mjs';
import { clock, say, size } from '../progress.mjs';
import { getReleasedProgram } from '../released-program.mjs';

// As in checksums.txt of the release.
const VERSION = '1.13.5';
const ARCHIVES = {
  x64: {
    archive: `livekit_${VERSION}_linux_amd64.tar.gz`,
    sha256: 'c020fac437b7cc9b776eef1ad5ea8af77be9acfa07602eca20a3a44930dfbc70',
  },
  arm64: {
    archive: `livekit_${VERSION}_linux_arm64.tar.gz`,
    sha256: '332015305518765fe05bad74fc3a9d9583e635e7dd130de3c4fc563d69c550f3',
  },
};
/**
 * The oldest LiveKit that Parley works with: major and minor version.
 * @type {readonly [number, number]}
 */
export const OLDEST_LIVEKIT = [1, 9];

export const name = 'media server';
export const lock = 'media-server';

export function isDone() {
  return choiceHolds(mediaServerRecord(), wish());
}

/** LiveKit: the one on PATH, else ours from before, else the project's release, else built with Go. */
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
  if (major === OLDEST_LIVEKIT[0] && minor >= OLDEST_LIVEKIT[1]) return found;
  tried.push(
    `${path}: ${found?.version ?? 'does not run'}; ${OLDEST_LIVEKIT.join('.')} or newer is needed`,
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
  const isThere = await getReleasedProgram(
    {
      step: name,
      title: `LiveKit ${VERSION}`,
      path: ownPath(),
      release: `https://github.com/livekit/livekit/releases/download/v${VERSION}`,
      ...ARCHIVES[process.arch],
      member: 'livekit-server',
      goPackage: `github.com/livekit/livekit-server/cmd/server@v${VERSION}`,
    },
    tried,
  );
  return isThere ? await usable(ownPath()) : undefined;
}

function notObtained(tried) {
  return new SetupFault(`the media server (LiveKit ${VERSION}) could not be obtained`, {
    tried,
    fix: [
      'give this machine access to github.com, or install Go 1.24 or newer, and run again',
      `or install livekit-server ${OLDEST_LIVEKIT.join('.')} or newer and put it on PATH`,
      `or put the program at ${ownPath()} (executable)`,
    ],
  });
}
