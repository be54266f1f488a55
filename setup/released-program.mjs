// Installs a program from its project's release, or builds it with Go.
import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTarGzMember } from './archive.mjs';
import { sha256Of } from './checked-file.mjs';
import { download } from './download.mjs';
import { oneLine } from './one-line.mjs';
import { findOnPath, runProgram } from './program.mjs';
import { say } from './progress.mjs';
import { inWorkspace } from './workspace.mjs';

const GO_MINUTES_MAX = 20;

/**
 * Puts the program at `path`. Returns false when neither source works; `tried` says why. `title`: name and version;
 * `release`: the URL of its files; `archive`: the file for this machine, with the program as `member`; `sha256`: that
 * of the archive; `step`: the step's name in messages.
 */
export async function getReleasedProgram(wanted, tried) {
  const { step, path, release, goPackage } = wanted;
  return await inWorkspace(async (folder) => {
    for (const [source, obtain] of [
      [release, fromRelease],
      [`go install ${goPackage}`, fromGo],
    ]) {
      try {
        const binary = await obtain(wanted, folder);
        chmodSync(binary, 0o755);
        await runProgram(binary, ['--version'], { timeoutSeconds: 10 });
        mkdirSync(dirname(path), { recursive: true });
        renameSync(binary, path);
        return true;
      } catch (error) {
        tried.push(`${source}: ${oneLine(error)}`);
        say(`${step}: not available from ${source} (${oneLine(error)})`);
      }
    }
    return false;
  });
}

// Whoever can tamper with the archive can tamper with a checksum list beside it, so only our own checksum counts.
async function fromRelease({ step, title, release, archive, sha256, member }, folder) {
  say(`${step}: downloading ${title} (about 20 MB) from its release`);
  const packed = join(folder, archive);
  await download(`${release}/${archive}`, packed, step);
  const actual = await sha256Of(packed);
  if (actual !== sha256) throw new Error(`${archive} has sha256 ${actual}, expected ${sha256}`);
  const binary = join(folder, 'program');
  writeFileSync(binary, readTarGzMember(packed, member));
  return binary;
}

// Go checks every module against its checksum database.
async function fromGo({ step, title, goPackage }, folder) {
  const go = findOnPath('go');
  if (go === undefined) throw new Error('no Go compiler on PATH');
  say(`${step}: building ${title} with ${go} (one to four minutes, about 300 MB of modules)`);
  const bin = join(folder, 'bin');
  // Omits the debug tables, a third of the program.
  await runProgram(go, ['install', '-trimpath', '-ldflags=-s -w', goPackage], {
    cwd: folder,
    env: { GOBIN: bin, GOOS: '', GOARCH: '', CGO_ENABLED: '0' },
    timeoutSeconds: GO_MINUTES_MAX * 60,
  });
  return join(bin, readdirSync(bin)[0]);
}
