// `npm run prove [-- CASES_PER_OPERATION [PHASES [SECONDS]]]`: schemathesis (PyPI, a tool that we
// did not write) against the whole running product. PHASES: of examples,coverage,fuzzing,stateful;
// all without it. SECONDS: repeats until then. Needs python3 with venv.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from '../../setup/places.mjs';
import { clearAway, startParley } from '../world/service/start-parley.ts';

const VERSION = '4.32.5';
const CASES_PER_OPERATION = process.argv[2] ?? '150';
const PHASES = process.argv[3] ?? 'examples,coverage,fuzzing,stateful';
const SECONDS = process.argv[4];
const HOOKS = import.meta.dirname;

// Left out: allowing what the schema forbids and refusing what it allows are decided by rules beyond JSON Schema
// (x-rule: real dates, known zones, visible characters), and by the meeting's state.
const EXCLUDED_CHECKS = 'positive_data_acceptance,negative_data_rejection';

function installed(): string {
  const folder = join(cacheDir(), 'proof', `schemathesis-${VERSION}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
  execFileSync(
    join(folder, 'bin', 'pip'),
    ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`],
    {
      stdio: 'inherit',
    },
  );
  return program;
}

function run(program: string, args: string[]): Promise<number | null> {
  // Its database of earlier findings.
  const folder = mkdtempSync(join(tmpdir(), 'parley-proof-'));
  const child = spawn(program, args, {
    stdio: 'inherit',
    cwd: folder,
    env: {
      ...process.env,
      PYTHONPATH: HOOKS,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: 'fresh_keys',
    },
  });
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(code);
    }),
  );
}

const program = installed();
const parley = await startParley({
  env: {
    PARLEY_RATE_READ_PER_MINUTE: '0',
    PARLEY_RATE_WRITE_PER_MINUTE: '0',
    PARLEY_RATE_AUTH_FAILURES_PER_MINUTE: '0',
    PARLEY_SPEECH: 'off',
    PARLEY_LOG_LEVEL: 'error',
  },
});
const code = await run(program, [
  'run',
  `${parley.url}/v1/openapi.json`,
  '--url',
  parley.url,
  '--header',
  `Authorization: Bearer ${parley.apiKey}`,
  '--max-examples',
  CASES_PER_OPERATION,
  '--phases',
  PHASES,
  ...(SECONDS ? ['--max-time', SECONDS] : []),
  '--exclude-checks',
  EXCLUDED_CHECKS,
  // A stream has no end to wait for; its own tests read it with a real EventSource.
  '--exclude-operation-id',
  'streamEvents',
  '--exclude-operation-id',
  'streamTranscript',
  '--request-timeout',
  '40',
  '--continue-on-failure',
  '--warnings',
  'off',
]);
await clearAway(parley);
process.exit(code ?? 1);
