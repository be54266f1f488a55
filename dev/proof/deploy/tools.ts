// The tools, pinned by version. Go and pip verify downloads against their checksum database and index.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir, projectRoot } from '../../../setup/places.mjs';

/** `run` throws, or returns a figure to print. */
export type Check = { name: string; run: () => string };

/** Without the service discovery of every cloud, which takes most of the time to build. */
const TAGS = 'remove_all_sd';
const HELM = { package: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' };
const PROMTOOL = { package: 'github.com/prometheus/prometheus/cmd/promtool', version: 'v0.316.0' };
const COMPOSE_MODULE = 'github.com/compose-spec/compose-go/v2@v2.16.2';
const KUBERNETES_VALIDATE = '1.37.0';

export const deployFolder = join(projectRoot(), 'deploy');
const folder = join(cacheDir(), 'proof');

export const helm = (): string => built(HELM);
export const promtool = (): string => built(PROMTOOL);

/** The schema that `docker compose` itself reads files by. */
export function composeSchemaPath(): string {
  const told = output('go', ['mod', 'download', '-json', COMPOSE_MODULE]);
  const { Dir } = JSON.parse(told) as { Dir: string };
  return join(Dir, 'schema', 'compose-spec.json');
}

/** Holds the schemas of each version of Kubernetes, so that no cluster and no download is needed. */
export function kubernetesValidate(): string {
  const venv = join(folder, `kubernetes-validate-${KUBERNETES_VALIDATE}`);
  const program = join(venv, 'bin', 'kubernetes-validate');
  if (existsSync(program)) return program;
  execFileSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' });
  execFileSync(
    join(venv, 'bin', 'pip'),
    ['install', '-q', '--disable-pip-version-check', `kubernetes-validate==${KUBERNETES_VALIDATE}`],
    { stdio: 'inherit' },
  );
  return program;
}

/** The output of a command. Throws with its whole output when it fails. */
export function output(program: string, args: readonly string[], cwd = tmpdir()): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')}\n${error?.message ?? stdout + stderr}`);
}

/** Like `output`, plus standard error, where some tools report faults without failing. */
export function everythingSaid(program: string, args: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(program, args, { cwd: tmpdir(), encoding: 'utf8' });
  return error?.message ?? stdout + stderr;
}

function built(tool: { package: string; version: string }): string {
  const name = tool.package.split('/').at(-1) ?? '';
  const place = join(folder, `${name}-${tool.version}`);
  if (existsSync(join(place, name))) return join(place, name);
  mkdirSync(place, { recursive: true });
  execFileSync('go', ['install', '-tags', TAGS, `${tool.package}@${tool.version}`], {
    cwd: tmpdir(),
    env: { ...process.env, GOBIN: place },
    stdio: 'inherit',
  });
  return join(place, name);
}
