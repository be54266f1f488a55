// `node dev/proof/deploy.ts`: the deploy folder by the tools that read it. Helm and promtool (built by Go), the
// schemas of Kubernetes (PyPI) and of compose (a Go module), and the systemd of this machine. Needs Go, python3 with
// venv and systemd 252 or newer; the first run builds for some minutes. Prints one line per check.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { parse } from 'yaml';
import { chartChecks } from './deploy/chart.ts';
import {
  type Check,
  composeSchemaPath,
  deployFolder,
  everythingSaid,
  output,
  promtool,
} from './deploy/tools.ts';

/** Of systemd's scale from 0 (closed) to 10; 9.6 is a unit without any of its protections. */
const MAX_EXPOSURE = 1.5;
/** Port 443 needs a capability, and one in a user namespace of the unit's own opens no port. */
const MAX_EXPOSURE_WITH_TLS = 2;

const folder = mkdtempSync(join(tmpdir(), 'parley-deploy-'));
const checks: Check[] = [
  ...composeChecks(),
  ...systemdChecks(folder),
  ...chartChecks(folder),
  ...prometheusChecks(),
];
let failed = 0;
for (const { name, run } of checks) {
  try {
    const told = run();
    console.log(`✓ ${name}${told && `: ${told}`}`);
  } catch (error) {
    failed += 1;
    console.log(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(`${checks.length - failed} of ${checks.length} checks passed`);
process.exitCode = failed === 0 ? 0 : 1;

function composeChecks(): Check[] {
  return ['one-machine', 'roles'].map((name) => ({
    name: `compose/${name}.yaml against the specification's schema`,
    run: () => {
      const file = readFileSync(join(deployFolder, 'compose', `${name}.yaml`), 'utf8');
      const compose = parse(file, { merge: true }) as { services: object };
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      const isValid = ajv.compile(JSON.parse(readFileSync(composeSchemaPath(), 'utf8')) as object);
      if (!isValid(compose)) throw new Error(ajv.errorsText(isValid.errors, { separator: '\n' }));
      return `${Object.keys(compose.services).length} services`;
    },
  }));
}

function systemdChecks(folder: string): Check[] {
  const unit = readFileSync(join(deployFolder, 'systemd', 'parley.service'), 'utf8');
  const tls = readFileSync(join(deployFolder, 'systemd', 'tls.conf'), 'utf8');
  /** A unit whose program is not on this machine; everything else is read as it is. */
  const place = (name: string, text: string, dropIn?: string): string => {
    const path = join(folder, name, 'parley.service');
    mkdirSync(`${path}.d`, { recursive: true });
    writeFileSync(path, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    if (dropIn !== undefined) writeFileSync(join(`${path}.d`, 'tls.conf'), dropIn);
    return path;
  };
  const paths = [place('plain', unit), place('tls', unit, tls)];
  return [
    {
      name: 'systemd-analyze verify knows every line of the unit',
      run: () => {
        const said = paths.map((path) => everythingSaid('systemd-analyze', ['verify', path]));
        if (said.join('') !== '') throw new Error(said.join(''));
        return '';
      },
    },
    ...paths.map((path, index) => ({
      name: `systemd-analyze security of the unit${index === 0 ? '' : ' with TLS'}`,
      run: () => exposure(path, index === 0 ? MAX_EXPOSURE : MAX_EXPOSURE_WITH_TLS),
    })),
  ];
}

function exposure(path: string, max: number): string {
  const args = ['security', '--offline=yes', `--threshold=${max * 10}`, '--no-pager', path];
  const [, found] = /exposure level .*: ([\d.]+)/.exec(output('systemd-analyze', args)) ?? [];
  return `${found} of 10, at most ${max}`;
}

function prometheusChecks(): Check[] {
  const folder = join(deployFolder, 'prometheus');
  return [
    { name: 'promtool check rules', args: ['check', 'rules', 'alerts.yaml'] },
    { name: 'promtool test rules', args: ['test', 'rules', 'alerts.test.yaml'] },
  ].map(({ name, args }) => ({
    name,
    run: () => /\d+ rules found/.exec(output(promtool(), args, folder))?.[0] ?? '',
  }));
}
