import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export type CertificateFiles = { certFile: string; keyFile: string };

/** Writes a self-signed certificate for these names, and its key, to the folder as PEM files. */
export async function writeCertificate(
  folder: string,
  names: readonly string[],
): Promise<CertificateFiles> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${names[0]}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 90 * 86_400_000),
    extensions: [
      new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
    ],
  });
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  writeFileSync(files.keyFile, PemConverter.encode(key, 'PRIVATE KEY'), { mode: 0o600 });
  writeFileSync(files.certFile, certificate.toString('pem'));
  return files;
}
