import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import type { Settings } from '../config/read-settings.ts';
import { addressesOf } from './check-address.ts';
import { fault, fine, type Finding } from './finding.ts';
import { DAY_MS } from '../../core/timing.ts';

/** Certificates are renewed a month before they expire: with fewer days left, it was forgotten. */
const MIN_DAYS_LEFT = 7;
const ANSWERS_WITHIN_MS = 5_000;
const GUEST_PORT = 443;

type Pair = { certificate: X509Certificate; key: ReturnType<typeof createPrivateKey> };

/** The files of the certificate, its names and its validity. Empty when a proxy handles TLS. */
export function checkCertificate({ tls, publicUrl }: Settings, now: Date): Finding[] {
  if (!tls) return [];
  let pair: Pair;
  try {
    pair = {
      certificate: new X509Certificate(readFileSync(tls.certFile)),
      key: createPrivateKey(readFileSync(tls.keyFile)),
    };
  } catch (error) {
    const cause = error instanceof Error ? error.message : 'unreadable';
    return [
      fault(
        'certificate',
        `the files cannot be used: ${cause}`,
        'Give PARLEY_TLS_CERT and PARLEY_TLS_KEY as PEM files that this user may read.',
      ),
    ];
  }
  const faults = faultsOf(pair, { tls, publicUrl }, now);
  if (faults.length > 0) return faults;
  return [fine('certificate', `valid until ${pair.certificate.validTo}`)];
}

function faultsOf(
  { certificate, key }: Pair,
  { tls, publicUrl }: Pick<Settings, 'tls' | 'publicUrl'>,
  now: Date,
): Finding[] {
  const faults: Finding[] = [];
  const say = (found: string, fix: string) => faults.push(fault('certificate', found, fix));
  if (!certificate.checkPrivateKey(key))
    say(
      'the key belongs to another certificate',
      'Set PARLEY_TLS_KEY to the key of this certificate.',
    );
  const daysLeft = (certificate.validToDate.getTime() - now.getTime()) / DAY_MS;
  if (daysLeft < 0) say(`expired on ${certificate.validTo}`, 'Renew it.');
  else if (daysLeft < MIN_DAYS_LEFT)
    say(
      `expires on ${certificate.validTo}`,
      'Renew it, and find out why that did not happen by itself.',
    );
  if (certificate.validFromDate > now)
    say(`is not valid before ${certificate.validFrom}`, 'Set the clock of this machine.');
  const names = [new URL(publicUrl).hostname, ...(tls?.turnDomain ? [tls.turnDomain] : [])];
  for (const name of names)
    if (certificate.checkHost(name) === undefined)
      say(`does not cover ${name}`, 'Get one for all names of this machine.');
  return faults;
}

/** TURN over TLS, for guests whose firewall lets out nothing but HTTPS. */
export async function checkTurn({ tls }: Settings, isRunning: boolean): Promise<Finding[]> {
  const domain = tls?.turnDomain;
  if (!domain) return [];
  const fix = 'Add the name in PARLEY_TURN_DOMAIN to DNS, and forward port 443 to this machine.';
  if ((await addressesOf(domain)).length === 0)
    return [fault('turn', `${domain} has no address`, fix)];
  if (!isRunning) return [];
  const isReached = await handshakes(domain);
  if (!isReached) return [fault('turn', `${domain}:443 cannot be reached over TLS`, fix)];
  return [fine('turn', `${domain}:443 can be reached over TLS`)];
}

function handshakes(domain: string): Promise<boolean> {
  return new Promise((resolve) => {
    // The other check validates the certificate.
    const options = { host: domain, port: GUEST_PORT, servername: domain };
    const socket = connect({ ...options, rejectUnauthorized: false }, () => end(true));
    const end = (isReached: boolean) => {
      socket.destroy();
      resolve(isReached);
    };
    socket.setTimeout(ANSWERS_WITHIN_MS, () => end(false)).once('error', () => end(false));
  });
}
