import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, deployFolder, everythingSaid, output } from './tools.ts';

/** Of systemd's scale from 0 (closed) to 10; 9.6 is a unit without any of its protections. */
const MAX_EXPOSURE = 1.5;
/** Port 443 needs a capability, and one in a user namespace of the unit's own opens no port. */
const MAX_EXPOSURE_WITH_TLS = 2;

export function systemdChecks(folder: string): Check[] {
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
