// `node dev/proof/deploy.ts`: the deploy folder by the tools that read it. Helm and promtool (built by Go), the
// schemas of Kubernetes (PyPI) and of compose (a Go module), and the systemd of this machine. Needs Go, python3 with
// venv and systemd 252 or newer; the first run builds for some minutes. Prints one line per check.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chartChecks } from './deploy/chart.ts';
import type { Check } from './deploy/tools.ts';
import { composeChecks } from './deploy/compose.ts';
import { prometheusChecks } from './deploy/prometheus.ts';
import { systemdChecks } from './deploy/systemd.ts';

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
