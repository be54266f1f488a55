import { once } from 'node:events';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createSecureContext, createServer, type Server, type TLSSocket } from 'node:tls';
import type { Log } from '../../core/ports.ts';

/** TURN clients name `domain` in the TLS handshake; the TURN server listens on loopback, without TLS. */
export type TurnTarget = { domain: string; port: number };

export type TlsOptions = {
  port: number;
  /** PEM files: the certificate with its chain, and its key. */
  certFile: string;
  keyFile: string;
  turn: TurnTarget | null;
  log: Log;
  /** How often the files are checked, in ms. */
  lookEveryMs?: number;
  /** After how much silence a connection to the TURN server ends, before and after the client's first message. */
  turnSilence?: TurnSilence;
};

type TurnSilence = { firstMs: number; laterMs: number };

export type TlsListener = { port: number; close(): Promise<void> };

const HANDSHAKE_WITHIN_MS = 10_000;
/** A client asks at once, and refreshes what it was given every ten minutes at most (RFC 8656). */
const TURN_SILENCE: TurnSilence = { firstMs: 10_000, laterMs: 11 * 60_000 };
/** Certificates are renewed weeks before they expire. */
const LOOK_AT_FILES_EVERY_MS = 60_000;

/**
 * HTTPS and TURN over TLS on one port, on every address: a connection that names the TURN domain (SNI, RFC 6066) goes
 * to the TURN server, any other to `http`. A renewed certificate is picked up without a restart. Rejects when the files
 * cannot be used, or the port is in use.
 */
export async function listenTls(http: HttpServer, options: TlsOptions): Promise<TlsListener> {
  const { certFile, keyFile, turn, log, lookEveryMs = LOOK_AT_FILES_EVERY_MS } = options;
  const { turnSilence = TURN_SILENCE } = options;
  const turnSockets = new Set<TLSSocket>();
  const server = createServer(
    { ...usablePair(options), handshakeTimeout: HANDSHAKE_WITHIN_MS },
    (socket) => {
      if (turn && isFor(socket, turn.domain)) {
        turnSockets.add(socket);
        socket.once('close', () => turnSockets.delete(socket));
        handOn(socket, turn.port, turnSilence);
      } else http.emit('connection', socket);
    },
  );
  const takeUp = () => renew(server, options, log);
  for (const file of [certFile, keyFile])
    watchFile(file, { interval: lookEveryMs, persistent: false }, takeUp);
  await once(server.listen(options.port), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const file of [certFile, keyFile]) unwatchFile(file, takeUp);
      for (const socket of turnSockets) socket.destroy();
      // The connections that `http` was given end with it.
      await new Promise((closed) => server.close(closed));
    },
  };
}

function isFor(socket: TLSSocket, domain: string): boolean {
  return typeof socket.servername === 'string' && socket.servername.toLowerCase() === domain;
}

/** The TURN server sets no limits of its own: anyone could hold any number of connections for ever. */
function handOn(socket: TLSSocket, port: number, { firstMs, laterMs }: TurnSilence): void {
  const target = connect(port, '127.0.0.1');
  socket.setTimeout(firstMs, () => socket.destroy());
  socket.once('data', () => socket.setTimeout(laterMs));
  socket.pipe(target).pipe(socket);
  for (const [one, other] of [
    [socket, target],
    [target, socket],
  ] as const)
    one.once('error', () => other.destroy()).once('close', () => other.destroy());
}

function usablePair({ certFile, keyFile }: Pick<TlsOptions, 'certFile' | 'keyFile'>) {
  try {
    const pair = {
      cert: readFileSync(certFile),
      key: readFileSync(keyFile),
      minVersion: 'TLSv1.2' as const,
    };
    createSecureContext(pair);
    return pair;
  } catch (cause) {
    throw new Error('the files that PARLEY_TLS_CERT and PARLEY_TLS_KEY name cannot be used', {
      cause,
    });
  }
}

/** Half-written files fail, and are checked again when they change. */
function renew(server: Server, options: TlsOptions, log: Log): void {
  try {
    server.setSecureContext(usablePair(options));
    log.info('the certificate was reloaded', { component: 'tls' });
  } catch (error) {
    log.warn('the new certificate cannot be used; keeping the old one', {
      component: 'tls',
      error,
    });
  }
}
